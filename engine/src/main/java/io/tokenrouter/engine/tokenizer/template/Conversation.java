package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.EngineException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Brings the parts of a request into the form in which templates expect them. */
final class Conversation {

    /** Roles that templates turn into control tokens; any other is text like the rest. */
    private static final Set<String> KNOWN_ROLES =
            Set.of("system", "developer", "user", "assistant", "tool", "function");

    private static final int MAX_DEPTH = 64;

    private Conversation() {}

    /**
     * The messages with every text changed. Entries that are null are left out, as Hugging Face does, and reasoning is there
     * under both of its names.
     */
    static List<Object> messages(List<Map<String, Object>> messages, UnaryOperator<String> change) {
        List<Object> changed = new ArrayList<>(messages.size());
        for (Map<String, Object> message : messages) {
            Map<String, Object> copy = new LinkedHashMap<>();
            message.forEach((key, value) -> {
                if (key.equals("role") && value instanceof String role && KNOWN_ROLES.contains(role)) {
                    copy.put(key, role);
                } else if (value != null) {
                    copy.put(change.apply(key), value(value, change, 0));
                }
            });
            if (copy.get("reasoning_content") != null) {
                copy.putIfAbsent("thinking", copy.get("reasoning_content"));
            }
            changed.add(copy);
        }
        return changed;
    }

    /** Any JSON value with every text in it changed. */
    static @Nullable Object value(@Nullable Object value, UnaryOperator<String> change) {
        return value(value, change, 0);
    }

    private static @Nullable Object value(@Nullable Object value, UnaryOperator<String> change, int depth) {
        if (depth > MAX_DEPTH) {
            throw EngineException.invalid("messages", "messages are nested more than " + MAX_DEPTH + " deep");
        }
        return switch (value) {
            case CharSequence text -> change.apply(text.toString());
            case Map<?, ?> map -> {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach(
                        (key, entry) -> copy.put(change.apply(String.valueOf(key)), value(entry, change, depth + 1)));
                yield copy;
            }
            case Collection<?> items -> {
                List<Object> copy = new ArrayList<>(items.size());
                items.forEach(item -> copy.add(value(item, change, depth + 1)));
                yield copy;
            }
            case null, default -> value;
        };
    }

    /** The private-use characters in all of it. */
    static BitSet privateUse(Object... parts) {
        BitSet taken = new BitSet();
        for (Object part : parts) {
            value(
                    part,
                    text -> {
                        ControlTextGuard.collect(text, taken);
                        return text;
                    },
                    0);
        }
        return taken;
    }
}
