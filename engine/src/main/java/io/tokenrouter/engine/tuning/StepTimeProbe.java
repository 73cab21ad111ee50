package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The micro-benchmark after a start: which steps to time before there is any traffic, and what follows from their times. Whoever
 * owns the executor asks for a step, runs it when the model has nothing else to do, and reports how long it took; it may stop at
 * any moment. Used by one thread.
 *
 * <p>Sizes are 1, 2, 4, ... up to the largest step, up to 20 steps each; one after the other, so that a probe that ends early knows
 * all sizes about equally well.
 */
public final class StepTimeProbe {

    private static final int RUNS = 20;
    private static final int LEAST_STEPS = 4;

    private final int[] sizes;
    private final List<List<Long>> times = new ArrayList<>();
    private final long budgetNanos;
    private long spentNanos;
    private int next;

    /**
     * @param maxRows rows of the largest step, at least 1
     * @param budgetNanos most time of all steps together. A step that would break it by what is known so far, or take a quarter
     *     of it alone, is not asked for, but for the very first
     */
    public StepTimeProbe(int maxRows, long budgetNanos) {
        this.budgetNanos = budgetNanos;
        int doublings = 32 - Integer.numberOfLeadingZeros(maxRows);
        int[] powers = new int[doublings + 1];
        Arrays.setAll(powers, i -> Math.min(maxRows, 1 << Math.min(i, 30)));
        this.sizes = Arrays.stream(powers).distinct().toArray();
        for (int i = 0; i < sizes.length; i++) {
            times.add(new ArrayList<>());
        }
    }

    /** Rows of the next step, each with one new id; empty when enough is known or the budget is spent. */
    public OptionalInt nextRows() {
        for (int tried = 0; tried < sizes.length; tried++) {
            int size = next % sizes.length;
            double most = mostNanos(size);
            boolean affordable = spentNanos + most <= budgetNanos && most <= (double) budgetNanos / LEAST_STEPS;
            if (affordable && times.get(size).size() < RUNS) {
                return OptionalInt.of(sizes[size]);
            }
            next = size + 1;
        }
        return OptionalInt.empty();
    }

    /** A step of as many rows as asked for last took so long. */
    public void ran(long nanos) {
        int size = next % sizes.length;
        times.get(size).add(Math.max(1, nanos));
        spentNanos += nanos;
        next = size + 1;
    }

    /** An upper bound from the next smaller size: a step of twice the rows takes at most twice as long. */
    private double mostNanos(int size) {
        for (int known = size; known >= 0; known--) {
            if (!times.get(known).isEmpty()) {
                return (double) shortest(known) * sizes[size] / sizes[known];
            }
        }
        return 0;
    }

    /** The shortest one: the first steps after a start run code that is not compiled yet, on a machine that is busy with the start. */
    private long shortest(int size) {
        return Collections.min(times.get(size));
    }

    /** True once something was measured. */
    boolean isUseful() {
        return !times.getFirst().isEmpty();
    }

    /** Rows of the largest step that was timed; 0 for none. */
    int largest() {
        return known().map(size -> sizes[size]).max().orElse(0);
    }

    private IntStream known() {
        return IntStream.range(0, sizes.length).filter(size -> !times.get(size).isEmpty());
    }

    /** What was measured, at the knots of the grid: straight between sizes, continued beyond the largest one. */
    double[] prior(KnotGrid grid) {
        int[] rows = known().map(size -> sizes[size]).toArray();
        double[] nanos = known().mapToDouble(this::shortest).toArray();
        double[] alike = new double[rows.length];
        Arrays.fill(alike, 1);
        StepTimeCurve curve = StepTimeCurve.throughKnots(rows, nanos, alike).continuedTo(grid.rows(grid.size() - 1));
        return Arrays.stream(grid.rows()).mapToDouble(curve::nanos).toArray();
    }
}
