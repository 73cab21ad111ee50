package io.tokenrouter.train;

import io.tokenrouter.train.head.HeadShape;
import io.tokenrouter.train.head.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The network, how it is trained, and where its threshold is put. */
final class NetworkOptions {

    @Option(
            names = "--top-logits",
            paramLabel = "K",
            defaultValue = "32",
            description = "Largest logits that it reads, 1 to 1024 (${DEFAULT-VALUE}; R2R: 100).")
    private int topLogits;

    @Option(
            names = "--width",
            paramLabel = "N",
            defaultValue = "32",
            description = "Width of its blocks (${DEFAULT-VALUE}; R2R: 1024).")
    private int width;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "1",
            description = "Residual blocks, 0 to 64 (${DEFAULT-VALUE}; R2R: 6).")
    private int blocks;

    @Option(names = "--epochs", paramLabel = "N", defaultValue = "8", description = "Epochs (${DEFAULT-VALUE}).")
    private int epochs;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "512",
            description = "Positions of a step (${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--learning-rate",
            paramLabel = "RATE",
            defaultValue = "0.001",
            description = "Of AdamW, at the start (${DEFAULT-VALUE}).")
    private float learningRate;

    @Option(
            names = "--weight-decay",
            paramLabel = "RATE",
            defaultValue = "0.05",
            description = "Of AdamW (${DEFAULT-VALUE}).")
    private float weightDecay;

    @Option(
            names = "--dropout",
            paramLabel = "SHARE",
            defaultValue = "0.2",
            description = "Of inner numbers left out in a step (${DEFAULT-VALUE}).")
    private float dropout;

    @Option(
            names = "--training-threads",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Processor cores to train with; small networks gain nothing from more, and lose much where others"
                            + " use them (${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed (${DEFAULT-VALUE}).")
    private int seed;

    @Option(
            names = "--recall",
            paramLabel = "SHARE",
            defaultValue = "0.95",
            description =
                    "The head's own threshold finds so many of the positions of held-out prompts that need the large"
                            + " model (${DEFAULT-VALUE}).")
    private double recall;

    /** What is wrong with them; null if nothing is. */
    @Nullable
    String fault() {
        if (topLogits < 1 || topLogits > 1024 || blocks < 0 || blocks > 64 || width < 1 || width > 1 << 14) {
            return "--top-logits must be from 1 to 1024, --blocks from 0 to 64, --width from 1 to 16384";
        }
        if (threads < 1) {
            return "--training-threads must be at least 1";
        }
        if (epochs < 1 || batch < 1 || !(learningRate > 0) || !(weightDecay >= 0)) {
            return "--epochs and --batch must be at least 1, --learning-rate above 0, --weight-decay at least 0";
        }
        if (!(dropout >= 0 && dropout < 1) || !(recall > 0 && recall <= 1)) {
            return "--dropout must be from 0 to below 1, --recall above 0 and at most 1";
        }
        return null;
    }

    int topLogits() {
        return topLogits;
    }

    HeadShape shape(int hidden) {
        return new HeadShape(hidden, topLogits, width, blocks);
    }

    TrainingOptions training() {
        return new TrainingOptions(epochs, batch, learningRate, weightDecay, dropout, seed);
    }

    int threads() {
        return threads;
    }

    double recall() {
        return recall;
    }
}
