package io.tokenrouter.engine.calibrate;

import io.tokenrouter.engine.api.TokenSignals.Agreement;
import java.util.Arrays;

/** Collects the scores of one answer. Of one thread at a time. */
public final class ScoreLog {

    private double[] scores = new double[16];
    private double[] differing = new double[4];
    private int count;
    private int differingCount;
    private int judged;

    /** @param score finite */
    public void add(double score, Agreement agreement) {
        scores = withRoom(scores, count);
        scores[count++] = score;
        if (agreement == Agreement.UNKNOWN) {
            return;
        }
        judged++;
        if (agreement == Agreement.DIFFERENT) {
            differing = withRoom(differing, differingCount);
            differing[differingCount++] = score;
        }
    }

    /** @throws IllegalArgumentException if a score is not finite */
    public ScoredRequest request() {
        return new ScoredRequest(Arrays.copyOf(scores, count), Arrays.copyOf(differing, differingCount), judged);
    }

    private static double[] withRoom(double[] values, int used) {
        return used < values.length ? values : Arrays.copyOf(values, 2 * used);
    }
}
