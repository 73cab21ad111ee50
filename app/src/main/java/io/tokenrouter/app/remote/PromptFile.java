package io.tokenrouter.app.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prompts as {@code train-router} reads them too: a JSON object a line, with a prompt and, if at all, an answer. */
final class PromptFile {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private PromptFile() {}

    /**
     * The first prompts; blank lines are left out.
     *
     * @throws IOException if it cannot be read or a line is something else; the message is for people
     */
    static List<Map<String, String>> read(Path file, int most) throws IOException {
        List<Map<String, String>> prompts = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null && prompts.size() < most; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    prompts.add(prompt(line, file + ", line " + number));
                }
            }
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (MalformedInputException e) {
            throw new IOException(file + " is not UTF-8", e);
        }
        if (prompts.isEmpty()) {
            throw new IOException(file + " has no prompts");
        }
        return prompts;
    }

    private static Map<String, String> prompt(String line, String where) throws IOException {
        try {
            JsonNode node = JSON.readTree(line);
            JsonNode prompt = node.path("prompt");
            JsonNode answer = node.path("answer");
            boolean noAnswer = answer.isMissingNode() || answer.isNull();
            if (prompt.isString() && !prompt.asString().isBlank() && (noAnswer || answer.isValueNode())) {
                return noAnswer
                        ? Map.of("prompt", prompt.asString())
                        : Map.of("prompt", prompt.asString(), "answer", answer.asString());
            }
        } catch (JacksonException notJson) {
            // said below
        }
        throw new IOException(where + " is no JSON object with a text \"prompt\" and, if at all, a text \"answer\"");
    }
}
