package io.tokenrouter.demo.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One run of the trainer.
 *
 * @param name of its files
 * @param shape of the model
 * @param data what it learns from
 * @param rowsPerStep rows of one step
 * @param peakRate learning rate after the warm-up
 * @param warmUpSteps steps of the warm-up
 * @param continues name of the phase whose weights it begins with; null for random ones
 */
record Phase(
        String name,
        Checkpoint.Shape shape,
        Data data,
        int rowsPerStep,
        double peakRate,
        int warmUpSteps,
        @Nullable String continues) {

    private static final long VALIDATION_SEED = 555;

    /**
     * @param rows training rows, each seen once
     * @param rowLength tokens of a row
     * @param firstDrillShare chance that a document is a drill, in the first row
     * @param lastDrillShare the same in the last rows
     * @param validationRows stories on which accuracy is reported during the run
     */
    record Data(long seed, int rows, int rowLength, double firstDrillShare, double lastDrillShare, int validationRows) {

        Rows training(DemoTokenizer tokenizer) {
            return RowPacker.training(tokenizer, seed, rows, rowLength, firstDrillShare, lastDrillShare);
        }

        Rows validation(DemoTokenizer tokenizer) {
            return RowPacker.validation(tokenizer, VALIDATION_SEED, validationRows, rowLength);
        }
    }

    /** The shipped recipe, in order. */
    static List<Phase> recipe() {
        Checkpoint.Shape small = new Checkpoint.Shape(DemoTokenizer.SIZE, 64, 2, 4, 4, 192, 16);
        Checkpoint.Shape large = new Checkpoint.Shape(DemoTokenizer.SIZE, 256, 4, 4, 2, 704, 64);
        return List.of(
                new Phase("small", small, new Data(3033, 24_000, 416, 0, 0, 256), 8, 6e-3, 200, null),
                new Phase("large-first", large, new Data(2024, 80_000, 176, 0.6, 0.1, 512), 8, 1e-3, 200, null),
                new Phase("large", large, new Data(4048, 50_000, 176, 0.25, 0.1, 512), 8, 6e-4, 100, "large-first"));
    }

    /** The same phase on less data, to try the machinery out. */
    Phase shortened(int steps) {
        Data less = new Data(
                data.seed(),
                Math.min(data.rows(), steps * rowsPerStep),
                data.rowLength(),
                data.firstDrillShare(),
                data.lastDrillShare(),
                Math.min(data.validationRows(), 2 * rowsPerStep));
        return new Phase(name, shape, less, rowsPerStep, peakRate, Math.min(warmUpSteps, steps / 4), continues);
    }

    /** Sizes and rates as the trainer wants them. */
    List<String> trainerArguments(int threads) {
        List<String> arguments = new ArrayList<>();
        arguments.add("threads=" + threads);
        arguments.add("t=" + data.rowLength());
        arguments.add("r=" + rowsPerStep / threads);
        arguments.add("d=" + shape.hidden());
        arguments.add("l=" + shape.layers());
        arguments.add("h=" + shape.heads());
        arguments.add("kv=" + shape.kvHeads());
        arguments.add("f=" + shape.feedForward());
        arguments.add(String.format(Locale.ROOT, "lr=%s", peakRate));
        arguments.add("warmup=" + warmUpSteps);
        return arguments;
    }
}
