package io.tokenrouter.train.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training on examples of which the rule is known. */
class HeadTrainerTest {

    private static final HeadShape SHAPE = new HeadShape(3, 4, 8, 1);

    @TempDir
    Path folder;

    @BeforeAll
    static void load() throws IOException {
        PyTorch.load(Path.of("target", "pytorch"), 1);
    }

    @Test
    void aRuleThatLiesInTheFeaturesIsLearned() throws IOException {
        Examples held = examples(400, 2);
        TrainedHead head = new HeadTrainer(SHAPE, options(10), examples(1500, 1), held).train(folder, (e, loss) -> {});
        double threshold = Thresholds.forRecall(head.validationScores(), held.needed(), 0.9);
        double share = held.neededCount() / (double) held.count();
        assertThat(Thresholds.share(head.validationScores(), threshold))
                .as("a head that knows nothing would take 90 %% to find 90 %% of %.2f", share)
                .isLessThan(1.5 * share);
    }

    @Test
    void theSameSeedGivesTheSameHeadAndAStoppedTrainingGoesOn() throws IOException {
        Examples training = examples(300, 1);
        Examples held = examples(100, 2);
        byte[] first =
                file(new HeadTrainer(SHAPE, options(3), training, held).train(folder.resolve("a"), (e, l) -> {}));
        byte[] second =
                file(new HeadTrainer(SHAPE, options(3), training, held).train(folder.resolve("b"), (e, l) -> {}));
        assertThat(second).isEqualTo(first);
        Path stopped = Files.createDirectory(folder.resolve("c"));
        HeadTrainer trainer = new HeadTrainer(SHAPE, options(3), training, held);
        assertThat(catchThrowable(() -> trainer.train(stopped, (epoch, loss) -> {
                    throw new IllegalStateException("stopped in epoch " + epoch);
                })))
                .hasMessage("stopped in epoch 1");
        List<Integer> epochs = new ArrayList<>();
        TrainedHead resumed = trainer.train(stopped, (epoch, loss) -> epochs.add(epoch));
        assertThat(epochs).as("epochs that were left").containsExactly(2, 3);
        assertThat(file(resumed)).as("as if it had not been stopped").isEqualTo(first);
    }

    private byte[] file(TrainedHead head) throws IOException {
        Path file = folder.resolve("head.safetensors");
        head.write(file, Map.of());
        return Files.readAllBytes(file);
    }

    private static TrainingOptions options(int epochs) {
        return new TrainingOptions(epochs, 50, 0.01f, 0.01f, 0.1f, 7);
    }

    /** Needed where the second feature, which is large and hardly changes, is above its mean and the fourth is positive. */
    private static Examples examples(int count, int seed) {
        Random random = new Random(seed);
        int features = SHAPE.features();
        float[] values = new float[count * features];
        boolean[] needed = new boolean[count];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        for (int i = 0; i < count; i++) {
            float hidden = values[i * features + 1];
            values[i * features + 1] = 100 + 0.1f * hidden;
            values[i * features + 2] = 5;
            needed[i] = hidden > 0.5 && values[i * features + 3] > 0;
        }
        return new Examples(features, values, needed, new float[count]);
    }
}
