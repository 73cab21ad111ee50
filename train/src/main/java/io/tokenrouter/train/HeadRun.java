package io.tokenrouter.train;

import ai.djl.training.util.ProgressBar;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.train.curve.Measured;
import io.tokenrouter.train.head.Examples;
import io.tokenrouter.train.head.HeadShape;
import io.tokenrouter.train.head.HeadTrainer;
import io.tokenrouter.train.head.Thresholds;
import io.tokenrouter.train.head.TrainedHead;
import io.tokenrouter.train.head.TrainingOptions;
import io.tokenrouter.train.labels.LabelledPrompt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One training.
 *
 * @param options that it ran with
 * @param training examples
 * @param validation examples, of other prompts
 */
record HeadRun(TrainedHead head, TrainingOptions options, Examples training, Examples validation) {

    /** Of so many prompts one is held out. */
    private static final int HELD_OUT = 8;

    /** What fits an array, with some room. */
    private static final long MOST_NUMBERS = Integer.MAX_VALUE - 64;

    /** Shares of the large model that are measured, of the share of positions that need it. */
    private static final double[] SHARES = {0.5, 1, 1.5, 1.75, 2, 2.25, 2.5, 3};

    /** The same for coins, whose curve hardly rises. */
    private static final double[] COIN_SHARES = {1, 2, 3};

    static HeadRun train(
            List<LabelledPrompt> prompts, Tensor embeddings, HeadShape shape, TrainingOptions options, Path work)
            throws IOException {
        long positions =
                prompts.stream().mapToLong(prompt -> prompt.positions().size()).sum();
        if (positions * shape.features() > MOST_NUMBERS) {
            throw new IOException(positions + " positions are too many to train on at once: label fewer prompts");
        }
        List<LabelledPrompt> training = new ArrayList<>();
        List<LabelledPrompt> validation = new ArrayList<>();
        for (LabelledPrompt prompt : prompts) {
            (prompt.index() % Math.min(HELD_OUT, prompts.size()) == 1 ? validation : training).add(prompt);
        }
        Examples seen = Examples.of(training, embeddings, shape);
        Examples heldOut = Examples.of(validation, embeddings, shape);
        if (seen.neededCount() == 0 || heldOut.neededCount() == 0) {
            throw new IOException("no position of these prompts needs the large model, or too few: give more prompts");
        }
        ProgressBar bar = new ProgressBar("Training", options.epochs());
        TrainedHead head = new HeadTrainer(shape, options, seen, heldOut)
                .train(work, (epoch, loss) -> bar.update(epoch - 1L, "validation loss %.5f".formatted(loss)));
        return new HeadRun(head, options, seen, heldOut);
    }

    /** The part of held-out positions that need the large model. */
    double neededShare() {
        return validation.neededCount() / (double) validation.count();
    }

    double threshold(double recall) {
        return Thresholds.forRecall(head.validationScores(), validation.needed(), recall);
    }

    /** What is measured against each other: each model alone, and three policies at the same shares. */
    List<Measured> policies(String checkpoint) {
        List<Measured> all = new ArrayList<>();
        all.add(new Measured("small", Double.NaN, new PolicySpec("fixed", Map.of("role", "small"))));
        all.add(new Measured("large", Double.NaN, new PolicySpec("fixed", Map.of("role", "large"))));
        for (double times : SHARES) {
            double share = Math.min(1, times * neededShare());
            double score = Thresholds.forShare(head.validationScores(), share);
            double entropy = Thresholds.forShare(validation.entropies(), share);
            all.add(new Measured(
                    "trained", score, new PolicySpec("neural", Map.of("checkpoint", checkpoint, "threshold", score))));
            all.add(new Measured("entropy", entropy, new PolicySpec("uncertainty", Map.of("enter", entropy))));
        }
        for (double times : COIN_SHARES) {
            double share = Math.min(1, times * neededShare());
            all.add(new Measured("random", share, new PolicySpec("random", Map.of("p", share))));
        }
        return all;
    }
}
