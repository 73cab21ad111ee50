package io.tokenrouter.engine.grammar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which parts of a grammar can be written at all: to the end, with the bytes that there are. The least fixpoint, by a worklist over
 * the rules.
 */
final class Productive {

    private final WritableBytes bytes;
    private final Set<Expr.Rule> rules = Collections.newSetFromMap(new IdentityHashMap<>());

    private Productive(WritableBytes bytes) {
        this.bytes = bytes;
    }

    static Productive of(Expr root, WritableBytes bytes) {
        Productive productive = new Productive(bytes);
        Expr.Rule top = new Expr.Rule(root);
        Map<Expr.Rule, List<Expr.Rule>> users = users(top);
        Deque<Expr.Rule> open = new ArrayDeque<>(users.keySet());
        Set<Expr.Rule> waiting = new HashSet<>(users.keySet());
        while (!open.isEmpty()) {
            Expr.Rule rule = open.remove();
            waiting.remove(rule);
            if (!productive.rules.contains(rule) && productive.canWrite(rule.body())) {
                productive.rules.add(rule);
                for (Expr.Rule user : users.getOrDefault(rule, List.of())) {
                    if (waiting.add(user)) {
                        open.add(user);
                    }
                }
            }
        }
        return productive;
    }

    boolean canWrite(Expr expr) {
        return switch (expr) {
            case Expr.ByteRange range -> bytes.hasAny(range.low(), range.high());
            case Expr.RangedBytes ranged ->
                ranged.strings().stream().anyMatch(string -> string.stream().allMatch(this::canWrite));
            case Expr.Words words -> words.words().stream().anyMatch(bytes::hasAll);
            case Expr.Sequence sequence -> sequence.parts().stream().allMatch(this::canWrite);
            case Expr.Choice choice -> choice.alternatives().stream().anyMatch(this::canWrite);
            case Expr.Repeat repeat -> repeat.least() == 0 || canWrite(repeat.body());
            case Expr.Rule rule -> rules.contains(rule);
        };
    }

    /** For every rule that {@code top} leads to, the rules whose body names it. */
    private static Map<Expr.Rule, List<Expr.Rule>> users(Expr.Rule top) {
        Map<Expr.Rule, List<Expr.Rule>> users = new IdentityHashMap<>();
        Deque<Expr.Rule> open = new ArrayDeque<>();
        users.put(top, new ArrayList<>());
        open.add(top);
        while (!open.isEmpty()) {
            Expr.Rule rule = open.remove();
            forEachRule(rule.body(), named -> {
                if (!users.containsKey(named)) {
                    users.put(named, new ArrayList<>());
                    open.add(named);
                }
                users.get(named).add(rule);
            });
        }
        return users;
    }

    private static void forEachRule(Expr expr, Consumer<Expr.Rule> action) {
        switch (expr) {
            case Expr.ByteRange range -> {}
            case Expr.RangedBytes ranged -> {}
            case Expr.Words words -> {}
            case Expr.Sequence sequence -> sequence.parts().forEach(part -> forEachRule(part, action));
            case Expr.Choice choice -> choice.alternatives().forEach(part -> forEachRule(part, action));
            case Expr.Repeat repeat -> forEachRule(repeat.body(), action);
            case Expr.Rule rule -> action.accept(rule);
        }
    }
}
