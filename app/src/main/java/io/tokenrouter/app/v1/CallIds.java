package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The ids by which results find their calls. */
final class CallIds {

    private static final String PREFIX = "call_";
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LENGTH = 24;
    private static final Set<CallFormat> OF_NINE = Set.of(CallFormat.MISTRAL, CallFormat.MISTRAL_ARGS);

    private CallIds() {}

    static String next() {
        StringBuilder id = new StringBuilder(PREFIX);
        for (int i = 0; i < LENGTH; i++) {
            id.append(DIGITS.charAt(ThreadLocalRandom.current().nextInt(DIGITS.length())));
        }
        return id.toString();
    }

    /**
     * Messages as the format's templates take them: those of Mistral refuse ids that have not nine characters, so that other ids are
     * numbered there, equal ones alike.
     */
    static List<Map<String, Object>> fitting(@Nullable CallFormat format, List<Map<String, Object>> messages) {
        if (format == null || !OF_NINE.contains(format)) {
            return messages;
        }
        Map<String, String> known = new HashMap<>();
        List<Map<String, Object>> changed = new ArrayList<>();
        for (Map<String, Object> message : messages) {
            Map<String, Object> copy = new LinkedHashMap<>(message);
            copy.computeIfPresent("tool_call_id", (key, id) -> nine(id, known));
            if (message.get("tool_calls") instanceof List<?> calls) {
                copy.put(
                        "tool_calls",
                        calls.stream().map(call -> numbered(call, known)).toList());
            }
            changed.add(copy);
        }
        return changed;
    }

    private static Object numbered(@Nullable Object call, Map<String, String> known) {
        Map<String, @Nullable Object> copy = ToolDefinition.fields(call);
        copy.put("id", nine(String.valueOf(copy.get("id")), known));
        return copy;
    }

    private static Object nine(Object id, Map<String, String> known) {
        return id instanceof String text && !text.matches("[A-Za-z0-9]{9}")
                ? known.computeIfAbsent(text, added -> "%09d".formatted(known.size()))
                : id;
    }
}
