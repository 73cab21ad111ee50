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
 */
record GoldenConversation(
        String name,
        List<Map<String, Object>> messages,
        List<Map<String, Object>> tools,
        Map<String, Object> arguments,
        @Nullable String text) {

    private static final TypeReference<List<Map<String, Object>>> LIST = new TypeReference<>() {};
    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    static List<GoldenConversation> read(Path file) {
        JsonMapper mapper = JsonMapper.shared();
        List<GoldenConversation> cases = new ArrayList<>();
        for (JsonNode node : mapper.readTree(file.toFile()).get("cases")) {
            JsonNode tools = node.get("tools");
            cases.add(new GoldenConversation(
                    node.get("name").asString(),
                    mapper.convertValue(node.get("messages"), LIST),
                    tools.isNull() ? List.of() : mapper.convertValue(tools, LIST),
                    mapper.convertValue(node.get("arguments"), MAP),
                    node.has("text") ? node.get("text").asString() : null));
        }
        return cases;
    }
}
