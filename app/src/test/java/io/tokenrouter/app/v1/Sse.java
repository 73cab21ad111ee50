package io.tokenrouter.app.v1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stream of server-sent events, read strictly.
 *
 * @param frames everything between blank lines, comments included
 */
record Sse(List<String> frames) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static Sse parse(String body) {
        if (!body.endsWith("\n\n")) {
            throw new AssertionError("the last frame has no blank line after it: " + body);
        }
        return new Sse(Arrays.asList(body.substring(0, body.length() - 2).split("\n\n", -1)));
    }

    /** The JSON of every data frame but the last {@code [DONE]}. */
    List<JsonNode> chunks() {
        List<JsonNode> chunks = new ArrayList<>();
        for (String frame : frames) {
            if (frame.startsWith("data: ") && !frame.equals("data: [DONE]")) {
                chunks.add(JSON.readTree(frame.substring("data: ".length())));
            } else if (!frame.startsWith(": ") && !frame.equals("data: [DONE]")) {
                throw new AssertionError("no frame of ours: " + frame);
            }
        }
        return chunks;
    }

    /** Chunks of one choice. */
    List<JsonNode> choices(int index) {
        return chunks().stream()
                .flatMap(chunk -> chunk.path("choices").valueStream())
                .filter(choice -> choice.path("index").intValue() == index)
                .toList();
    }

    /** All of a chat choice's text. */
    String content(int index) {
        StringBuilder text = new StringBuilder();
        choices(index)
                .forEach(choice ->
                        text.append(choice.path("delta").path("content").asString("")));
        return text.toString();
    }
}
