package io.tokenrouter.engine.tokenizer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The awkward strings of the reference data and what Hugging Face's tokenizers make of them. */
record GoldenTokens(String name, String text, int[] ids, int[] asPlainText, String decoded, String withoutSpecial) {

    static List<GoldenTokens> read(Path file) {
        List<GoldenTokens> cases = new ArrayList<>();
        for (JsonNode node : JsonMapper.shared().readTree(file.toFile()).get("cases")) {
            int[] ids = ids(node.get("ids"));
            JsonNode asText = node.get("ids_with_special_tokens_as_text");
            String text = node.get("text").asString();
            String decoded = node.path("decoded").asString(text);
            cases.add(new GoldenTokens(
                    node.get("name").asString(),
                    text,
                    ids,
                    asText == null ? ids : ids(asText),
                    decoded,
                    node.path("decoded_without_special_tokens").asString(decoded)));
        }
        return cases;
    }

    private static int[] ids(JsonNode array) {
        int[] ids = new int[array.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = array.get(i).asInt();
        }
        return ids;
    }

    @Override
    public String toString() {
        return name;
    }
}
