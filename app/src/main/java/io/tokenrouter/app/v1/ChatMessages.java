package io.tokenrouter.app.v1;

import io.tokenrouter.engine.text.Characters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a conversation and brings it into the form that chat templates read: every content one string. */
final class ChatMessages {

    /** More would take a template seconds, and no context holds them. */
    static final int MAX_MESSAGES = 2_000;

    private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");

    private ChatMessages() {}

    /**
     * @throws ApiException 400 that names the message and the field
     */
    static List<Map<String, Object>> read(
            @Nullable List<@Nullable Map<String, @Nullable Object>> messages, ApiJson json) {
        if (messages == null || messages.isEmpty()) {
            throw ApiException.invalid("messages", "messages must be an array with at least one message.");
        }
        if (messages.size() > MAX_MESSAGES) {
            throw ApiException.invalid(
                    "messages",
                    "messages may have at most " + MAX_MESSAGES + " messages, not " + messages.size() + ".");
        }
        List<Map<String, Object>> read = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            String param = "messages[" + i + "]";
            Map<String, @Nullable Object> message = messages.get(i);
            if (message == null) {
                throw ApiException.invalid(param, param + " must be an object.");
            }
            read.add(message(message, param, json));
        }
        return read;
    }

    /** Characters of all contents without white space around them: what even a template that strips them has to keep. */
    static long characters(List<Map<String, Object>> messages) {
        long sum = 0;
        for (Map<String, Object> message : messages) {
            sum += Characters.count(((String) message.get("content")).strip());
        }
        return sum;
    }

    private static Map<String, Object> message(Map<String, @Nullable Object> message, String param, ApiJson json) {
        Map<String, Object> read = new LinkedHashMap<>();
        message.forEach((name, value) -> {
            if (value != null) {
                read.put(name, value);
            }
        });
        String role = role(message.get("role"), param + ".role");
        read.put("role", role);
        tools(read, param, json);
        read.put("content", WellFormed.of(content(message.get("content"), role, param + ".content")));
        return read;
    }

    /** What calls and their results add. */
    private static void tools(Map<String, Object> message, String param, ApiJson json) {
        if (message.containsKey("function_call")) {
            throw ApiException.unsupported(
                    param + ".function_call", "function_call is the older form of tool_calls; send those instead.");
        }
        List<Map<String, @Nullable Object>> calls =
                ChatToolCalls.read(message.remove("tool_calls"), param + ".tool_calls", json);
        if (calls != null) {
            message.put("tool_calls", calls);
        }
        if (message.containsKey("tool_call_id") && !(message.get("tool_call_id") instanceof String)) {
            throw ApiException.invalid(param + ".tool_call_id", param + ".tool_call_id must be a string.");
        }
    }

    private static String role(@Nullable Object role, String param) {
        String name = role instanceof String text ? text.toLowerCase(Locale.ROOT) : "";
        if (name.equals("developer")) {
            return "system";
        }
        if (name.equals("function")) {
            throw ApiException.unsupported(
                    param, "The role 'function' is the older form of 'tool'; send that with tool_call_id instead.");
        }
        if (!ROLES.contains(name)) {
            throw ApiException.invalid(param, param + " must be one of system, developer, user, assistant, tool.");
        }
        return name;
    }

    private static String content(@Nullable Object content, String role, String param) {
        return switch (content) {
            case String text -> text;
            case List<?> parts -> joined(parts, param);
            case null -> {
                if (!role.equals("assistant")) {
                    throw ApiException.invalid(param, param + " must be a string or an array of text parts.");
                }
                yield "";
            }
            default -> throw ApiException.invalid(param, param + " must be a string or an array of text parts.");
        };
    }

    private static String joined(List<?> parts, String param) {
        List<String> texts = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            texts.add(part(parts.get(i), param + "[" + i + "]"));
        }
        return String.join("\n", texts);
    }

    private static String part(@Nullable Object part, String param) {
        if (!(part instanceof Map<?, ?> fields)) {
            throw ApiException.invalid(param, param + " must be an object with type and text.");
        }
        Object type = fields.get("type");
        String key = "refusal".equals(type) ? "refusal" : "text";
        if (!(type instanceof String name) || !(name.equals("text") || name.equals("refusal"))) {
            throw ApiException.invalid(
                    param + ".type",
                    "This model reads text only; content parts of type '" + ApiException.shorten(String.valueOf(type))
                            + "' are not supported.");
        }
        if (!(fields.get(key) instanceof String text)) {
            throw ApiException.invalid(param + "." + key, param + "." + key + " must be a string.");
        }
        return text;
    }
}
