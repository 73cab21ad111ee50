package io.tokenrouter.train;

import io.tokenrouter.train.head.HeadShape;
import io.tokenrouter.train.head.Thresholds;
import io.tokenrouter.train.labels.Hashes;
import io.tokenrouter.train.labels.PromptSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What is said about a head, in its file and beside it.
 *
 * @param recall of the positions that need the large model, at the head's own threshold
 */
record HeadCard(String name, HeadRun run, Path small, Path large, PromptSource source, double recall) {

    /** Texts for the file itself: what the server reads, and where it comes from. */
    Map<String, String> metadata() throws IOException {
        double threshold = run.threshold(recall);
        Map<String, String> all = new LinkedHashMap<>();
        all.put("threshold", Double.toString(threshold));
        all.put("score", "hard");
        all.put("small", small.getFileName().toString());
        all.put("small_sha256", Hashes.sha256(small));
        all.put("large", large.getFileName().toString());
        all.put("large_sha256", Hashes.sha256(large));
        all.put("prompts", source.name());
        all.put("training_positions", Integer.toString(run.training().count()));
        all.put("training_needed", Integer.toString(run.training().neededCount()));
        all.put("validation_positions", Integer.toString(run.validation().count()));
        all.put("validation_needed", Integer.toString(run.validation().neededCount()));
        all.put("validation_recall", number(foundAt(threshold)));
        all.put("validation_share", number(shareAt(threshold)));
        all.put("seed", Integer.toString(run.options().seed()));
        return all;
    }

    /** The card, in Markdown. */
    String text(String curve) throws IOException {
        double threshold = run.threshold(recall);
        HeadShape shape = run.head().shape();
        return """
                # Router head `%s`

                For the policy `neural`: it tells where the large model must write, of %s (SHA-256 `%s`) beside %s (SHA-256 `%s`).
                Made by `./tokenrouter train-router`.

                | | |
                | --- | --- |
                | network | residual: %d logits, %d block(s) of width %d, %,d parameters |
                | prompts | %,d, %s |
                | positions to train on | %,d, of which %,d need the large model |
                | held-out positions | %,d, of which %,d need it |
                | training | AdamW, %d epochs of batches of %d, rate %s, weight decay %s, dropout %s, seed %d; weights of epoch %d |
                | threshold | %s: finds %.1f %% of the held-out positions that need the large model, at %.2f %% of all; entropy finds as many at %.2f %% |
                %s""".formatted(
                        name,
                        small.getFileName(),
                        Hashes.sha256(small),
                        large.getFileName(),
                        Hashes.sha256(large),
                        shape.topLogits(),
                        shape.blocks(),
                        shape.width(),
                        run.head().parameters(),
                        source.prompts().size(),
                        source.name(),
                        run.training().count(),
                        run.training().neededCount(),
                        run.validation().count(),
                        run.validation().neededCount(),
                        run.options().epochs(),
                        run.options().batch(),
                        run.options().learningRate(),
                        run.options().weightDecay(),
                        run.options().dropout(),
                        run.options().seed(),
                        run.head().epoch(),
                        number(threshold),
                        100 * foundAt(threshold),
                        100 * shareAt(threshold),
                        100 * entropyShare(),
                        curve.isEmpty() ? "" : "\n" + curve);
    }

    private double foundAt(double threshold) {
        return Thresholds.recall(run.head().validationScores(), run.validation().needed(), threshold);
    }

    private double shareAt(double threshold) {
        return Thresholds.share(run.head().validationScores(), threshold);
    }

    /** What a threshold on entropy with the same recall would give the large model. */
    private double entropyShare() {
        float[] entropies = run.validation().entropies();
        double threshold = Thresholds.forRecall(entropies, run.validation().needed(), recall);
        return Thresholds.share(entropies, threshold);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
