package io.tokenrouter.app.v1;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls of earlier answers, as clients send them back. The protocol has arguments as a text, chat templates read an object; so does
 * Hugging Face.
 */
final class ChatToolCalls {

    /** More than any template shows. */
    private static final int MOST_CALLS = 128;

    private static final String ARGUMENTS = "arguments";

    private ChatToolCalls() {}

    /**
     * The calls of a message with arguments as objects; null for none.
     *
     * @throws ApiException 400 that names the place
     */
    static @Nullable List<Map<String, @Nullable Object>> read(@Nullable Object calls, String param, ApiJson json) {
        if (calls == null) {
            return null;
        }
        if (!(calls instanceof List<?> list) || list.size() > MOST_CALLS) {
            throw ApiException.invalid(param, param + " must be an array of at most " + MOST_CALLS + " calls.");
        }
        List<Map<String, @Nullable Object>> read = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            read.add(call(list.get(i), param + "[" + i + "]", json));
        }
        return read.isEmpty() ? null : read;
    }

    private static Map<String, @Nullable Object> call(@Nullable Object call, String param, ApiJson json) {
        if (!(call instanceof Map<?, ?> given)
                || !(given.get("function") instanceof Map<?, ?> function)
                || !(function.get("name") instanceof String)) {
            throw ApiException.invalid(param, param + " must be an object with id, type and a function with a name.");
        }
        if (given.get("id") != null && !(given.get("id") instanceof String)) {
            throw ApiException.invalid(param + ".id", param + ".id must be a string.");
        }
        Map<String, @Nullable Object> inner = ToolDefinition.fields(function);
        inner.put(ARGUMENTS, arguments(function.get(ARGUMENTS), param + ".function." + ARGUMENTS, json));
        Map<String, @Nullable Object> read = ToolDefinition.fields(given);
        read.put("type", "function");
        read.put("function", inner);
        return read;
    }

    private static Object arguments(@Nullable Object arguments, String param, ApiJson json) {
        return switch (arguments) {
            case null -> Map.of();
            case Map<?, ?> object -> object;
            case String text when text.isBlank() -> Map.of();
            case String text -> json.object(param, text);
            default -> throw ApiException.invalid(param, param + " must be a JSON object, as a string.");
        };
    }

    /** The same messages with arguments as texts, for templates that join them to other text. */
    static List<Map<String, Object>> withTextArguments(List<Map<String, Object>> messages, ApiJson json) {
        List<Map<String, Object>> changed = new ArrayList<>();
        for (Map<String, Object> message : messages) {
            Map<String, Object> copy = new LinkedHashMap<>(message);
            if (message.get("tool_calls") instanceof List<?> calls) {
                copy.put(
                        "tool_calls",
                        calls.stream().map(call -> withText(call, json)).toList());
            }
            changed.add(copy);
        }
        return changed;
    }

    private static Object withText(@Nullable Object call, ApiJson json) {
        Map<String, @Nullable Object> copy = ToolDefinition.fields(call);
        Map<String, @Nullable Object> function = ToolDefinition.fields(copy.get("function"));
        function.put(ARGUMENTS, json.text(function.get(ARGUMENTS)));
        copy.put("function", function);
        return copy;
    }
}
