package io.tokenrouter.train;

import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.train.labels.PromptSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which models, and which prompts. */
final class PairOptions {

    private static final int MOST_TOKENS = 512;

    @Option(
            names = "--small",
            paramLabel = "PATH",
            description = "GGUF file or Hugging Face folder of the small model (the demo pair's).")
    private @Nullable Path small;

    @Option(names = "--large", paramLabel = "PATH", description = "The same of the large model (the demo pair's).")
    private @Nullable Path large;

    @Option(
            names = "--prompts",
            paramLabel = "FILE",
            description =
                    "Prompts to train on, a JSON object a line: {\"prompt\": \"...\", \"answer\": \"...\"}. The answer is the"
                            + " text with which a right answer's last line ends; without it, a changed last line counts as harm"
                            + " (problems of the demo task).")
    private @Nullable Path prompts;

    @Option(
            names = "--problems",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Most prompts to label (${DEFAULT-VALUE}).")
    private int problems;

    @Option(
            names = "--evaluation",
            paramLabel = "FILE",
            description = "Prompts with answers, in the same form, on which accuracy is measured (the demo task's test"
                    + " problems for the demo pair; else nothing is measured).")
    private @Nullable Path evaluation;

    @Option(
            names = "--evaluated",
            paramLabel = "N",
            defaultValue = "500",
            description = "Most prompts to measure with, 0 for none (${DEFAULT-VALUE}).")
    private int evaluated;

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            description = "Most tokens of an answer (" + DemoTask.MAX_ANSWER_TOKENS + " for the demo task, else "
                    + MOST_TOKENS + ").")
    private int maxTokens;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "32",
            description = "Requests at once (${DEFAULT-VALUE}).")
    private int concurrency;

    @Option(names = "--threads", paramLabel = "N", description = "Processor cores to use (all).")
    private int threads = Runtime.getRuntime().availableProcessors();

    /** What is wrong with them; null if nothing is. */
    @Nullable
    String fault() {
        if ((small == null) != (large == null)) {
            return "--small and --large belong together";
        }
        if (small != null && prompts == null) {
            return "models of your own need --prompts";
        }
        if (problems < 2) {
            return "--problems must be at least 2";
        }
        if (evaluated < 0 || maxTokens < 0 || concurrency < 1 || threads < 1) {
            return "--evaluated and --max-tokens must not be negative, --concurrency and --threads at least 1";
        }
        return null;
    }

    boolean isDemoPair() {
        return small == null;
    }

    Path small(Path home) {
        return small == null ? home.resolve("models/demo/demo-small.gguf") : small;
    }

    Path large(Path home) {
        return large == null ? home.resolve("models/demo/demo-large.gguf") : large;
    }

    PromptSource prompts() throws IOException {
        return prompts == null ? PromptSource.demo(problems) : PromptSource.read(prompts, problems);
    }

    /** Empty where nothing is to be measured. */
    Optional<PromptSource> evaluation() throws IOException {
        if (evaluated == 0 || (evaluation == null && !isDemoPair())) {
            return Optional.empty();
        }
        return Optional.of(
                evaluation == null
                        ? PromptSource.demoTest(evaluated)
                        : PromptSource.read(evaluation, evaluated).withAnswers());
    }

    int maxTokens() {
        if (maxTokens > 0) {
            return maxTokens;
        }
        return prompts == null ? DemoTask.MAX_ANSWER_TOKENS : MOST_TOKENS;
    }

    int concurrency() {
        return concurrency;
    }

    int threads() {
        return threads;
    }
}
