package io.tokenrouter.train.labels;

import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import io.tokenrouter.demo.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where prompts come from.
 *
 * @param name says which they are; sources with the same name begin with the same prompts
 * @param prompts in their order
 */
public record PromptSource(String name, List<TrainingPrompt> prompts) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public PromptSource {
        prompts = List.copyOf(prompts);
    }

    /**
     * Problems of the demo task on whose numbers neither model was trained and none is tested: the errors that the small model
     * makes there are those that it makes in use.
     */
    public static PromptSource demo(int count) {
        return of(
                "demo validation problems, seed " + DemoTask.VALIDATION_SEED,
                DemoTask.problems(Split.VALIDATION, DemoTask.VALIDATION_SEED, count));
    }

    /** The demo task's test problems, on which nothing may be trained or chosen. */
    public static PromptSource demoTest(int count) {
        return of("demo test problems", DemoTask.testProblems(count));
    }

    private static PromptSource of(String name, List<Problem> problems) {
        return new PromptSource(
                name,
                problems.stream()
                        .map(problem -> new TrainingPrompt(problem.prompt(), Integer.toString(problem.result())))
                        .toList());
    }

    /**
     * The first lines of a file of JSON objects, one a line: {@code {"prompt": "...", "answer": "..."}}; the answer may be left out.
     *
     * @throws IOException if it cannot be read, or a line is something else; the message says which
     */
    public static PromptSource read(Path file, int most) throws IOException {
        List<TrainingPrompt> prompts = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size() && prompts.size() < most; i++) {
            if (!lines.get(i).isBlank()) {
                prompts.add(prompt(lines.get(i), file + ", line " + (i + 1)));
            }
        }
        if (prompts.isEmpty()) {
            throw new IOException(file + " has no prompts");
        }
        return new PromptSource("file " + Hashes.sha256(file), prompts);
    }

    private static TrainingPrompt prompt(String line, String where) throws IOException {
        try {
            JsonNode node = JSON.readTree(line);
            JsonNode prompt = node.path("prompt");
            JsonNode answer = node.path("answer");
            boolean noAnswer = answer.isMissingNode() || answer.isNull();
            if (prompt.isString() && !prompt.asString().isBlank() && (noAnswer || answer.isValueNode())) {
                return new TrainingPrompt(prompt.asString(), noAnswer ? null : answer.asString());
            }
        } catch (JacksonException e) {
            // said below
        }
        throw new IOException(where + " is no JSON object with a text \"prompt\" and, if at all, a text \"answer\"");
    }

    /**
     * The same, all of whose prompts have answers.
     *
     * @throws IOException if one has none
     */
    public PromptSource withAnswers() throws IOException {
        for (TrainingPrompt prompt : prompts) {
            if (prompt.answer() == null) {
                throw new IOException("a prompt to measure with has no \"answer\": " + prompt.prompt());
            }
        }
        return this;
    }
}
