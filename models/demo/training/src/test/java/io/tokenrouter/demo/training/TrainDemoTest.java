package io.tokenrouter.demo.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.GgufFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few steps on a tiny model: the trainer compiles and learns, and its weights become a file that the engine accepts. */
class TrainDemoTest {

    private static final DemoTokenizer TOKENIZER = DemoTokenizer.train();
    private static final Checkpoint.Shape TINY = new Checkpoint.Shape(DemoTokenizer.SIZE, 64, 1, 4, 2, 64, 16);

    @TempDir
    Path folder;

    @Test
    void theLossFallsAndTheWeightsCanBeServed() throws Exception {
        assumeCompiler();
        Trainer trainer = Trainer.compile(folder.resolve("trainer"), false);
        train(trainer, "begin", 1, null);
        train(trainer, "learned", 30, null);
        train(trainer, "on", 10, "learned");
        Path validated = folder.resolve("file.gguf");
        DemoGguf.write(TrainerOutput.read(folder.resolve("on")), TOKENIZER, "tiny", validated);
        try (GgufFile file = GgufFile.open(validated)) {
            assertThat(file.config().hiddenSize()).isEqualTo(64);
            assertThat(file.config().layers()).isEqualTo(1);
        }
        double untrained = StoryLoss.of(TrainerOutput.read(folder.resolve("begin")), TOKENIZER);
        double learned = StoryLoss.of(TrainerOutput.read(folder.resolve("learned")), TOKENIZER);
        double learnedOn = StoryLoss.of(TrainerOutput.read(folder.resolve("on")), TOKENIZER);
        assertThat(untrained).isBetween(5.0, 7.0);
        assertThat(learned).isLessThan(untrained - 1.5);
        assertThat(learnedOn).isLessThan(learned);
    }

    @Test
    void theRecipeIsThatOfTheModelCard() {
        List<Phase> phases = Phase.recipe();
        assertThat(phases).extracting(Phase::name).containsExactly("small", "large-first", "large");
        assertThat(phases.get(2).continues()).isEqualTo("large-first");
        assertThat(phases.get(0).trainerArguments(2)).contains("threads=2", "r=4", "t=416", "lr=0.006", "warmup=200");
    }

    private void train(Trainer trainer, String out, int steps, @Nullable String from)
            throws IOException, InterruptedException {
        Phase.Data data = new Phase.Data(7, 4 * steps, 176, 0, 0, 8);
        Phase phase = new Phase(out, TINY, data, 4, 1e-2, 2, from);
        Path rows = folder.resolve("rows");
        Path held = folder.resolve("held");
        phase.data().training(TOKENIZER).write(rows);
        phase.data().validation(TOKENIZER).write(held);
        List<String> arguments = phase.trainerArguments(2);
        arguments.addAll(List.of("data=" + rows, "val=" + held, "out=" + folder.resolve(out)));
        if (from != null) {
            arguments.add("init=" + folder.resolve(from));
        }
        trainer.train(arguments);
    }

    private static void assumeCompiler() throws InterruptedException {
        String compiler = System.getenv().getOrDefault("CXX", "c++");
        try {
            int status = new ProcessBuilder(compiler, "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            Assumptions.assumeTrue(status == 0, "skipped: " + compiler + " does not work");
        } catch (IOException e) {
            Assumptions.abort("skipped: there is no C++ compiler (" + compiler + ")");
        }
    }
}
