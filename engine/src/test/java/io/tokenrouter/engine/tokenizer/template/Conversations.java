package io.tokenrouter.engine.tokenizer.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/** Random conversations, sensible and not; the same for a seed. */
final class Conversations {

    private static final List<String> ROLES =
            List.of("user", "user", "assistant", "assistant", "system", "developer", "stranger");

    private static final List<String> PARTS = List.of(
            "hello",
            " ",
            "\n",
            "\t",
            "a",
            "7",
            "é",
            "日本",
            "😀",
            "\"",
            "'",
            "\\",
            "<",
            ">",
            "&",
            "{{ x }}",
            "{% if %}",
            "{#",
            "<think>",
            "</think>",
            "\n\n",
            "<|im_end|>",
            "[INST]",
            "</s>",
            "<tool_call>",
            "/no_think",
            "None");

    private static final Pattern AROUND_THOUGHTS = Pattern.compile("\\s*(</?think>)\\s*");

    private static final int MOST_PARTS = 6;
    private static final int MOST_MESSAGES = 5;

    private static final Map<String, Object> TOOL = Map.of(
            "type",
            "function",
            "function",
            Map.of(
                    "name",
                    "weather",
                    "description",
                    "Says the \"weather\".",
                    "parameters",
                    Map.of(
                            "type",
                            "object",
                            "properties",
                            Map.of("city", Map.of("type", "string", "description", "Where")),
                            "required",
                            List.of("city"))));

    private final Random random;

    Conversations(long seed) {
        random = new Random(seed);
    }

    /** What a template is given. */
    record Chat(List<Map<String, Object>> messages, List<Map<String, Object>> tools, Map<String, Object> arguments) {}

    Chat next() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("add_generation_prompt", random.nextBoolean());
        if (random.nextInt(3) > 0) {
            arguments.put("enable_thinking", random.nextBoolean());
        }
        List<Map<String, Object>> messages = switch (random.nextInt(4)) {
            case 0 -> wild();
            case 1 -> withCall(text());
            default -> sensible();
        };
        return new Chat(distinct(messages), random.nextBoolean() ? List.of() : List.of(TOOL), arguments);
    }

    private List<Map<String, Object>> wild() {
        List<Map<String, Object>> messages = new ArrayList<>();
        for (int i = random.nextInt(MOST_MESSAGES); i >= 0; i--) {
            messages.add(message(ROLES.get(random.nextInt(ROLES.size())), text()));
        }
        return messages;
    }

    private List<Map<String, Object>> sensible() {
        List<Map<String, Object>> turns = new ArrayList<>();
        if (random.nextBoolean()) {
            turns.add(message("system", text()));
        }
        for (int i = random.nextInt(MOST_MESSAGES); i >= 0; i--) {
            boolean users = turns.isEmpty() || !turns.getLast().get("role").equals("user");
            turns.add(message(users ? "user" : "assistant", text()));
        }
        return turns;
    }

    /** Equal messages are one for Python and two for JavaScript, so there are none. */
    private static List<Map<String, Object>> distinct(List<Map<String, Object>> messages) {
        List<Map<String, Object>> distinct = new ArrayList<>();
        for (Map<String, Object> message : messages) {
            Map<String, Object> copy = new LinkedHashMap<>(message);
            while (distinct.contains(copy)) {
                copy.put("content", copy.get("content") + "+");
            }
            distinct.add(copy);
        }
        return distinct;
    }

    private static List<Map<String, Object>> withCall(String text) {
        Map<String, Object> call = message("assistant", "");
        call.put(
                "tool_calls",
                List.of(Map.of(
                        "id",
                        "call00001",
                        "type",
                        "function",
                        "function",
                        Map.of("name", "weather", "arguments", Map.of("city", text)))));
        Map<String, Object> result = message("tool", text);
        result.put("tool_call_id", "call00001");
        result.put("name", "weather");
        return List.of(message("user", text), call, result);
    }

    /**
     * Templates strip newlines of answers and of thoughts in them. The implementation for JavaScript strips white space of all
     * kinds there, so there is none.
     */
    private static Map<String, Object> message(String role, String content) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put(
                "content",
                role.equals("assistant")
                        ? AROUND_THOUGHTS.matcher(content).replaceAll("$1").strip()
                        : content);
        return message;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int parts = random.nextInt(MOST_PARTS + 1); parts > 0; parts--) {
            text.append(PARTS.get(random.nextInt(PARTS.size())));
        }
        return text.toString();
    }
}
