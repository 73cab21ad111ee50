package io.tokenrouter.engine.grammar;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes an automaton of a grammar, without the parts that cannot be written: from every place of it the end can be reached. Each
 * part begins at a fresh node and ends at one, joined by edges for nothing (K. Thompson, 1968); rules are called.
 */
final class AutomatonBuilder {

    /** About 5 MB. */
    static final int MOST_NODES = 65_536;

    private final WritableBytes bytes;
    private final Productive productive;
    private final Map<Expr.Rule, Node> starts = new IdentityHashMap<>();
    private final Map<Expr, Expr.Rule> shared = new IdentityHashMap<>();
    private final Deque<Expr.Rule> open = new ArrayDeque<>();
    private int nodes;

    private AutomatonBuilder(WritableBytes bytes, Productive productive) {
        this.bytes = bytes;
        this.productive = productive;
    }

    /**
     * The node at which the whole begins.
     *
     * @throws UnwritableGrammarException if nothing that the grammar allows can be written with these bytes
     * @throws UnsupportedSchemaException if there are too many nodes
     */
    static Node build(Expr root, WritableBytes bytes) {
        Productive productive = Productive.of(root, bytes);
        if (!productive.canWrite(root)) {
            throw new UnwritableGrammarException();
        }
        AutomatonBuilder builder = new AutomatonBuilder(bytes, productive);
        Node start = builder.start(new Expr.Rule(root));
        while (!builder.open.isEmpty()) {
            Expr.Rule rule = builder.open.remove();
            builder.add(rule.body(), builder.start(rule)).endPart();
        }
        return start;
    }

    private Node start(Expr.Rule rule) {
        Node known = starts.get(rule);
        if (known == null) {
            known = node();
            starts.put(rule, known);
            open.add(rule);
        }
        return known;
    }

    /** Adds a part that can be written, from a node without edges; the node returned is one as well. */
    private Node add(Expr expr, Node from) {
        return switch (expr) {
            case Expr.ByteRange range -> {
                Node to = node();
                connect(from, range, to);
                yield to;
            }
            case Expr.RangedBytes ranged -> ranged(ranged.strings(), from);
            case Expr.Words words -> words(words.words(), from);
            case Expr.Sequence sequence -> {
                Node at = from;
                for (Expr part : sequence.parts()) {
                    at = add(part, at);
                }
                yield at;
            }
            case Expr.Choice choice -> choice(choice.alternatives(), from);
            case Expr.Repeat repeat -> repeat(repeat, from);
            case Expr.Rule rule -> {
                Node to = node();
                from.call(start(rule), to);
                yield to;
            }
        };
    }

    /** A trie likewise: characters that begin with the same byte are told apart by the next. */
    private Node ranged(List<List<Expr.ByteRange>> strings, Node from) {
        Node to = node();
        Map<Node, Map<Expr.ByteRange, Node>> children = new HashMap<>();
        for (List<Expr.ByteRange> string : strings) {
            if (!string.stream().allMatch(productive::canWrite)) {
                continue;
            }
            Node at = from;
            for (Expr.ByteRange range : string.subList(0, string.size() - 1)) {
                Node parent = at;
                at = children.computeIfAbsent(parent, node -> new HashMap<>()).computeIfAbsent(range, value -> {
                    Node child = node();
                    connect(parent, value, child);
                    return child;
                });
            }
            connect(at, string.getLast(), to);
        }
        return to;
    }

    private void connect(Node from, Expr.ByteRange range, Node to) {
        int low = range.low();
        while (low <= range.high()) {
            int high = low;
            while (high < range.high() && bytes.has(low) == bytes.has(high + 1)) {
                high++;
            }
            if (bytes.has(low)) {
                from.edge(low, high, to);
            }
            low = high + 1;
        }
    }

    /** A trie, so that words with a common beginning are one place of the automaton while they have it. */
    private Node words(List<byte[]> words, Node from) {
        Node to = node();
        Map<Node, Map<Byte, Node>> children = new HashMap<>();
        Set<Node> complete = new HashSet<>();
        for (byte[] word : words) {
            if (!bytes.hasAll(word)) {
                continue;
            }
            Node at = from;
            for (byte each : word) {
                Node parent = at;
                at = children.computeIfAbsent(parent, node -> new HashMap<>()).computeIfAbsent(each, value -> {
                    Node child = node();
                    parent.edge(value & 0xFF, value & 0xFF, child);
                    return child;
                });
            }
            if (complete.add(at)) {
                at.freeEdge(to);
            }
        }
        return to;
    }

    private Node choice(List<Expr> alternatives, Node from) {
        Node to = node();
        for (Expr alternative : alternatives) {
            if (productive.canWrite(alternative)) {
                Node begin = node();
                from.freeEdge(begin);
                add(alternative, begin).freeEdge(to);
            }
        }
        return to;
    }

    private Node repeat(Expr.Repeat repeat, Node from) {
        Node to = node();
        if (!productive.canWrite(repeat.body())) {
            from.freeEdge(to);
            return to;
        }
        boolean endless = repeat.most() == Expr.UNBOUNDED;
        int copies = endless ? repeat.least() + 1 : repeat.most();
        Expr body = copies > 1 ? shared(repeat.body()) : repeat.body();
        Node at = from;
        for (int i = 0; i < repeat.least(); i++) {
            at = add(body, at);
        }
        if (endless) {
            Node loop = node();
            Node inside = node();
            at.freeEdge(loop);
            loop.freeEdge(inside);
            loop.freeEdge(to);
            add(body, inside).freeEdge(loop);
            return to;
        }
        for (int i = repeat.least(); i < repeat.most(); i++) {
            Node before = at;
            at = add(body, before);
            before.freeEdge(to);
        }
        at.freeEdge(to);
        return to;
    }

    /** The same as a rule, so that a copy of it is one node. */
    private Expr shared(Expr body) {
        return switch (body) {
            case Expr.ByteRange range -> range;
            case Expr.Rule rule -> rule;
            default -> shared.computeIfAbsent(body, Expr.Rule::new);
        };
    }

    private Node node() {
        if (nodes == MOST_NODES) {
            throw new UnsupportedSchemaException(
                    "#", "the schema is too large: it comes to more than " + MOST_NODES + " states");
        }
        return new Node(nodes++);
    }
}
