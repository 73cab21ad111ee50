package io.tokenrouter.app.v1;

import java.util.HashMap;
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

    private static final Map<String, Predicate<JsonNode>> COMMON = rules(
            passes(ZERO, "priority"),
            passes(ONE, "length_penalty", "typical_p"),
            passes(FALSE, "use_beam_search", "include_stop_str_in_output"),
            passes(TRUE, "skip_special_tokens"),
            passes(UnsupportedFields::isEmpty, "bad_words"),
            passes(
                    NOTHING,
                    "allowed_token_ids",
                    "truncate_prompt_tokens",
                    "prompt_logprobs",
                    "structured_outputs",
                    "grammar",
                    "json_schema",
                    "guided_json",
                    "guided_regex",
                    "guided_choice",
                    "guided_grammar"));

    private static final Map<String, Predicate<JsonNode>> CHAT = rules(
            passes(UnsupportedFields::isEmpty, "functions", "documents"),
            passes(UnsupportedFields::isNone, "function_call"),
            passes(UnsupportedFields::isTextOnly, "modalities"),
            passes(TRUE, "add_generation_prompt"),
            passes(FALSE, "continue_final_message", "echo"),
            passes(NOTHING, "audio", "web_search_options", "chat_template"));

    private static final Map<String, Predicate<JsonNode>> TEXT = Map.of();

    private static final Map<String, Predicate<JsonNode>> TOKENIZATION = rules(
            passes(UnsupportedFields::isEmpty, "documents"),
            passes(FALSE, "continue_final_message"),
            passes(NOTHING, "chat_template"));

    private static final Map<String, String> NEWER = Map.of("functions", "tools", "function_call", "tool_choice");

    private UnsupportedFields() {}

    static void refuseInChat(ObjectNode body) {
        refuse(body, CHAT, "chat completions");
    }

    static void refuseInCompletion(ObjectNode body) {
        refuse(body, TEXT, "completions");
    }

    static void refuseInTokenization(ObjectNode body) {
        refuse(body, TOKENIZATION, "tokenization");
    }

    private static void refuse(ObjectNode body, Map<String, Predicate<JsonNode>> own, String endpoint) {
        for (Map.Entry<String, JsonNode> field : body.properties()) {
            Predicate<JsonNode> neutral = own.getOrDefault(field.getKey(), COMMON.get(field.getKey()));
            if (neutral != null && !field.getValue().isNull() && !neutral.test(field.getValue())) {
                String newer = own == CHAT ? NEWER.get(field.getKey()) : null;
                throw ApiException.unsupported(
                        field.getKey(),
                        newer == null
                                ? "'" + field.getKey() + "' with this value is not supported in " + endpoint
                                        + " by this server; leave it out."
                                : "'" + field.getKey() + "' is the older form of '" + newer
                                        + "', which this server takes; send that instead.");
            }
        }
    }

    private static Map<String, Predicate<JsonNode>> passes(Predicate<JsonNode> neutral, String... fields) {
        Map<String, Predicate<JsonNode>> rules = new HashMap<>();
        for (String field : fields) {
            rules.put(field, neutral);
        }
        return rules;
    }

    @SafeVarargs
    private static Map<String, Predicate<JsonNode>> rules(Map<String, Predicate<JsonNode>>... parts) {
        Map<String, Predicate<JsonNode>> all = new HashMap<>();
        for (Map<String, Predicate<JsonNode>> part : parts) {
            all.putAll(part);
        }
        return Map.copyOf(all);
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isArray() && value.isEmpty();
    }

    private static boolean isNone(JsonNode value) {
        return value.isString() && value.stringValue().equals("none");
    }

    private static boolean isTextOnly(JsonNode value) {
        return value.isArray()
                && value.size() == 1
                && "text".equals(value.get(0).asString(""));
    }
}
