package io.tokenrouter.engine.tokenizer.template;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Hugging Face's own implementation of chat templates for JavaScript, in a process of Node. */
final class JavaScriptJinja implements AutoCloseable {

    private final Process node;
    private final BufferedWriter in;
    private final BufferedReader out;

    private JavaScriptJinja(Process node) {
        this.node = node;
        in = new BufferedWriter(new OutputStreamWriter(node.getOutputStream(), StandardCharsets.UTF_8));
        out = new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Skips the calling test where it is not installed. */
    static JavaScriptJinja start() throws IOException {
        Path folder = Path.of("src/test/jinja").toAbsolutePath();
        Assumptions.assumeTrue(
                Files.exists(folder.resolve("node_modules/@huggingface/jinja")),
                "skipped: @huggingface/jinja is not installed; run .ci/install-clients");
        try {
            return new JavaScriptJinja(
                    new ProcessBuilder("node", folder.resolve("render.mjs").toString())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            Assumptions.abort("skipped: there is no Node: " + e.getMessage());
            throw e;
        }
    }

    /** The text; null where it refuses. */
    @Nullable
    String render(String source, Map<String, Object> variables) throws IOException {
        in.write(JsonMapper.shared().writeValueAsString(Map.of("source", source, "variables", variables)));
        in.newLine();
        in.flush();
        String line = out.readLine();
        if (line == null) {
            throw new IOException("Node has ended");
        }
        JsonNode answer = JsonMapper.shared().readTree(line);
        return answer.has("text") ? answer.get("text").asString() : null;
    }

    @Override
    public void close() throws IOException {
        in.close();
        node.destroyForcibly();
    }
}
