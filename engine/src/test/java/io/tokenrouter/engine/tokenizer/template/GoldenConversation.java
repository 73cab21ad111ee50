package io.tokenrouter.engine.tokenizer.template;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A conversation of the reference data and what Hugging Face's renderer makes of it.
 *
 * @param text null where it refuses
 * @param ids of the text; null where they are not on record
 */
public record GoldenConversation(
        String name,
        List<Map<String, Object>> messages,
        List<Map<String, Object>> tools,
        Map<String, Object> arguments,
        @Nullable String text,
        int @Nullable [] ids) {

    /** A feature of Hugging Face's function around the template, which this interface does not have. */
    private static final String NOT_OF_THE_TEMPLATE = "continue_final_message";

    private static final TypeReference<List<Map<String, Object>>> LIST = new TypeReference<>() {};
    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    /** Whether it is the template alone that it tests. */
    public boolean isOfTheTemplate() {
        return !arguments.containsKey(NOT_OF_THE_TEMPLATE);
    }

    /** All of a file. */
    public static List<GoldenConversation> read(Path file) {
        JsonMapper mapper = JsonMapper.shared();
        List<GoldenConversation> cases = new ArrayList<>();
        for (JsonNode node : mapper.readTree(file.toFile()).get("cases")) {
            JsonNode tools = node.get("tools");
            cases.add(new GoldenConversation(
                    node.get("name").asString(),
                    mapper.convertValue(node.get("messages"), LIST),
                    tools.isNull() ? List.of() : mapper.convertValue(tools, LIST),
                    mapper.convertValue(node.get("arguments"), MAP),
                    node.has("text") ? node.get("text").asString() : null,
                    node.has("ids") ? mapper.convertValue(node.get("ids"), int[].class) : null));
        }
        return cases;
    }
}
