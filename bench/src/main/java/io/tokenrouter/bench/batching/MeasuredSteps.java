package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Arrays;

/** What the steps of one model took, by their rows. Safe from any thread. */
final class MeasuredSteps {

    private final double[] nanos;
    private final double[] extra;
    private final long[] counts;

    /**
     * @param mostRows of a step
     */
    MeasuredSteps(int mostRows) {
        nanos = new double[mostRows + 1];
        extra = new double[mostRows + 1];
        counts = new long[mostRows + 1];
    }

    /** A listener that tells the steps of two models apart. */
    static StepListener listener(String smallId, MeasuredSteps small, MeasuredSteps large) {
        return new StepListener() {
            @Override
            public void stepEnded(
                    String model,
                    int rows,
                    int tokens,
                    int catchUp,
                    int prefill,
                    long took,
                    long held,
                    boolean beside) {
                (model.equals(smallId) ? small : large).add(rows, tokens - rows, took);
            }
        };
    }

    /**
     * @param extraIds beyond one a row
     * @param took from the decision to begin the step until its answers were handed on, ns
     */
    synchronized void add(int rows, int extraIds, long took) {
        nanos[rows] += took;
        extra[rows] += extraIds;
        counts[rows]++;
    }

    synchronized void forget() {
        Arrays.fill(nanos, 0);
        Arrays.fill(extra, 0);
        Arrays.fill(counts, 0);
    }

    /** Mean times by rows, with all that came with them: catch-up and prompts. */
    synchronized StepTimeCurve curve() {
        int[] rows = seen();
        if (rows.length == 0) {
            throw new IllegalStateException("no step was measured");
        }
        return StepTimeCurve.throughKnots(
                rows,
                Arrays.stream(rows).mapToDouble(b -> nanos[b] / counts[b]).toArray(),
                Arrays.stream(rows).mapToDouble(b -> counts[b]).toArray());
    }

    /** What steps took longer than their executor: the least squares line through the differences. */
    synchronized HandOff beyond(ModelProfile executor) {
        double weights = 0;
        double rowSum = 0;
        double squares = 0;
        double overs = 0;
        double products = 0;
        for (int b : seen()) {
            double over =
                    nanos[b] - counts[b] * executor.stepTime().nanos(b) - executor.nanosPerCatchUpToken() * extra[b];
            weights += counts[b];
            rowSum += (double) counts[b] * b;
            squares += (double) counts[b] * b * b;
            overs += over;
            products += over * b;
        }
        double spread = squares * weights - rowSum * rowSum;
        double perRow = spread > 0 ? Math.max(0, (products * weights - rowSum * overs) / spread) : 0;
        return new HandOff(weights > 0 ? Math.max(0, (overs - perRow * rowSum) / weights) : 0, perRow);
    }

    private int[] seen() {
        int[] rows = new int[counts.length];
        int found = 0;
        for (int b = 1; b < counts.length; b++) {
            if (counts[b] > 0) {
                rows[found++] = b;
            }
        }
        return Arrays.copyOf(rows, found);
    }
}
