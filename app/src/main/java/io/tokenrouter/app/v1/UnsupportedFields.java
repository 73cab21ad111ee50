package io.tokenrouter.app.v1;

import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fields that other servers know and this one does not have. Their neutral values pass; any other is refused, for ignoring
 * it would change what the answer means. Fields in no list here are ignored.
 */
final class UnsupportedFields {

    private static final Predicate<JsonNode> NOTHING = value -> false;
    private static final Predicate<JsonNode> FALSE = value -> value.isBoolean() && !value.booleanValue();
    private static final Predicate<JsonNode> TRUE = value -> value.isBoolean() && value.booleanValue();
    private static final Predicate<JsonNode> ZERO = value -> value.isNumber() && value.doubleValue() == 0;
    private static final Predicate<JsonNode> ONE = value -> value.isNumber() && value.doubleValue() == 1;

    private static final Map<String, Predicate<JsonNode>> COMMON = Map.ofEntries(
            Map.entry("min_tokens", ZERO),
            Map.entry("length_penalty", ONE),
            Map.entry("typical_p", ONE),
            Map.entry("use_beam_search", FALSE),
            Map.entry("include_stop_str_in_output", FALSE),
            Map.entry("skip_special_tokens", TRUE),
            Map.entry("priority", ZERO),
            Map.entry("bad_words", UnsupportedFields::isEmpty),
            Map.entry("response_format", UnsupportedFields::isPlainText),
            Map.entry("allowed_token_ids", NOTHING),
            Map.entry("truncate_prompt_tokens", NOTHING),
            Map.entry("prompt_logprobs", NOTHING),
            Map.entry("structured_outputs", NOTHING),
            Map.entry("grammar", NOTHING),
            Map.entry("json_schema", NOTHING),
            Map.entry("guided_json", NOTHING),
            Map.entry("guided_regex", NOTHING),
            Map.entry("guided_choice", NOTHING),
            Map.entry("guided_grammar", NOTHING));

    private static final Map<String, Predicate<JsonNode>> CHAT = Map.ofEntries(
            Map.entry("tools", UnsupportedFields::isEmpty),
            Map.entry("tool_choice", UnsupportedFields::isNone),
            Map.entry("functions", UnsupportedFields::isEmpty),
            Map.entry("function_call", UnsupportedFields::isNone),
            Map.entry("audio", NOTHING),
            Map.entry("modalities", UnsupportedFields::isTextOnly),
            Map.entry("web_search_options", NOTHING),
            Map.entry("add_generation_prompt", TRUE),
            Map.entry("continue_final_message", FALSE),
            Map.entry("echo", FALSE),
            Map.entry("chat_template", NOTHING),
            Map.entry("documents", UnsupportedFields::isEmpty));

    private static final Map<String, Predicate<JsonNode>> TEXT =
            Map.of("suffix", value -> value.isString() && value.stringValue().isEmpty());

    private UnsupportedFields() {}

    static void refuseInChat(ObjectNode body) {
        refuse(body, CHAT, "chat completions");
    }

    static void refuseInCompletion(ObjectNode body) {
        refuse(body, TEXT, "completions");
    }

    private static void refuse(ObjectNode body, Map<String, Predicate<JsonNode>> own, String endpoint) {
        for (Map.Entry<String, JsonNode> field : body.properties()) {
            Predicate<JsonNode> neutral = own.getOrDefault(field.getKey(), COMMON.get(field.getKey()));
            if (neutral != null && !field.getValue().isNull() && !neutral.test(field.getValue())) {
                throw ApiException.unsupported(
                        field.getKey(),
                        "'" + field.getKey() + "' with this value is not supported in " + endpoint
                                + " by this server; leave it out.");
            }
        }
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isArray() && value.isEmpty();
    }

    private static boolean isNone(JsonNode value) {
        return value.isString() && value.stringValue().equals("none");
    }

    private static boolean isPlainText(JsonNode value) {
        return "text".equals(value.path("type").asString(""));
    }

    private static boolean isTextOnly(JsonNode value) {
        return value.isArray()
                && value.size() == 1
                && "text".equals(value.get(0).asString(""));
    }
}
