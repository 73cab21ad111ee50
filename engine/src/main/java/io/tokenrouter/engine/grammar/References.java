package io.tokenrouter.engine.grammar;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The places of a schema that others refer to: one rule for each, however often it is named, so that schemas may contain themselves. */
final class References {

    private final SchemaNode root;
    private final Map<String, Expr.Rule> rules = new HashMap<>();
    private final Queue<Unread> unread = new ArrayDeque<>();

    /** For each rule, by path, those that it may begin with, and where it says so. */
    private final Map<String, Map<String, SchemaNode>> beginnings = new LinkedHashMap<>();

    /** A place that was referred to, and the rule that stands for it. */
    record Unread(SchemaNode schema, Expr.Rule rule) {}

    References(SchemaNode root) {
        this.root = root;
    }

    /** The rule of a place, whose body may come later. */
    Expr.Rule rule(SchemaNode place) {
        return rules.computeIfAbsent(place.path(), path -> {
            Expr.Rule rule = new Expr.Rule();
            unread.add(new Unread(place, rule));
            return rule;
        });
    }

    /** The next place that nobody has read, or null. */
    @Nullable
    Unread nextUnread() {
        return unread.poll();
    }

    /** The place that {@code $ref} names. */
    SchemaNode target(SchemaNode ref) {
        String text = ref.text();
        if (text.equals("#")) {
            return root;
        }
        if (!text.startsWith("#/")) {
            throw ref.fault("only references within the schema are supported, like #/$defs/name");
        }
        SchemaNode at = root;
        for (String step : text.substring(2).split("/", -1)) {
            String key = decoded(ref, step);
            if (!at.leadsTo(key)) {
                throw ref.fault("points to nothing");
            }
            at = at.child(key);
        }
        return at;
    }

    /** {@code from} may begin with what {@code to} is, because of {@code ref}; null where something precedes it. */
    void beginsWith(@Nullable String from, String to, SchemaNode ref) {
        if (from != null) {
            beginnings.computeIfAbsent(from, path -> new LinkedHashMap<>()).put(to, ref);
        }
    }

    /**
     * @throws UnsupportedSchemaException if a place is defined by itself, so that nobody can say what it is
     */
    void requireNoCircle() {
        Map<String, Integer> uses = new HashMap<>();
        beginnings.values().forEach(named -> named.keySet().forEach(to -> uses.merge(to, 1, Integer::sum)));
        Queue<String> free = new ArrayDeque<>();
        Set<String> left = new LinkedHashSet<>(beginnings.keySet());
        beginnings.keySet().stream().filter(from -> !uses.containsKey(from)).forEach(free::add);
        while (!free.isEmpty()) {
            String from = free.remove();
            left.remove(from);
            for (String to : beginnings.getOrDefault(from, Map.of()).keySet()) {
                if (uses.merge(to, -1, Integer::sum) == 0) {
                    free.add(to);
                }
            }
        }
        if (!left.isEmpty()) {
            throw beginnings
                    .get(left.iterator().next())
                    .values()
                    .iterator()
                    .next()
                    .fault("leads back to itself");
        }
    }

    private static String decoded(SchemaNode ref, String step) {
        try {
            // a plus sign is itself in a pointer
            String plain = URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
            return plain.replace("~1", "/").replace("~0", "~");
        } catch (IllegalArgumentException malformed) {
            throw ref.fault("is no JSON pointer");
        }
    }
}
