package io.tokenrouter.engine.tuning;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The step times of one model: a prior from the micro-benchmark, or else from the first step, and all that is measured afterwards.
 * Used by one thread.
 */
final class ModelMeter {

    /** Measured steps after which a micro-benchmark has nothing to add. */
    private static final int PROBE_COMES_LATE = 64;

    private final KnotGrid grid;
    private final WorkMeter work;
    private @Nullable StepTimes times;
    private long overlappedSteps;

    ModelMeter(TunedModel model) {
        this.grid = model.grid();
        this.work = new WorkMeter(grid);
    }

    /** What the micro-benchmark found; ignored where real steps have said more. */
    void probed(StepTimeProbe probe) {
        if (probe.isUseful() && steps() < PROBE_COMES_LATE) {
            long before = steps();
            times = new StepTimes(grid, probe.prior(grid), probe.largest());
            overlappedSteps = before;
        }
    }

    /** A step beside which no other ran. With ids of prompts it teaches nothing about decoding, but counts as work. */
    void ranAlone(StepSample step) {
        if (!step.prefill()) {
            if (times == null) {
                times = new StepTimes(grid, guess(step), 0);
            }
            times.observe(step.rows(), step.extraTokens(), step.nanos());
        }
        count(step, step.nanos());
    }

    /** Nothing is learned about step times from a step that shared the device with another one. */
    void ranBeside(StepSample step) {
        overlappedSteps += step.prefill() ? 0 : 1;
    }

    /**
     * Counts the work of a step.
     *
     * @param nanos that it took, or would have taken alone
     */
    void count(StepSample step, double nanos) {
        if (times != null) {
            work.add(step, nanos, times.expectedNanos(step.rows(), step.prefill() ? 0 : step.extraTokens()));
        }
    }

    /** Half of a step's time fixed and half for its rows: a model of which one size is known is not expected to run larger ones free. */
    private double[] guess(StepSample first) {
        double[] nanos = new double[grid.size()];
        Arrays.setAll(nanos, knot -> Math.max(1, first.nanos() * (1 + (double) grid.rows(knot) / first.rows()) / 2));
        return nanos;
    }

    /** Decode steps that were seen. */
    long steps() {
        return overlappedSteps + (times == null ? 0 : times.steps());
    }

    /** What the requests of the present make of its steps. */
    StepLoad load() {
        return times == null ? StepLoad.NONE : work.load(times.estimate());
    }

    /** What a step takes alone; null before anything is known. */
    @Nullable
    StepTimeEstimate estimate() {
        return times == null ? null : times.estimate();
    }
}
