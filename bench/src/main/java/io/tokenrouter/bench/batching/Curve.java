package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Step times of a small and a large model that stand for kinds of devices; milliseconds by the rows of a step. */
enum Curve {
    /** A GPU whose steps take the same time up to 32 rows. */
    G(b -> 6, b -> 25 + 0.5 * Math.max(0, b - 32)),
    /** The same with some cost for every row. */
    G2(b -> 6.3 + 0.004 * b, b -> 27.7 + 0.05 * Math.min(b, 32) + 0.5 * Math.max(0, b - 32)),
    /** A GPU with graphs of fixed sizes. */
    S(b -> 5 + 0.02 * bucket(b), b -> 22 + 0.15 * bucket(b)),
    /** Processor cores: every row costs. */
    C(b -> 3 + 9.0 * b, b -> 15 + 60.0 * b);

    /** Most rows of a step. */
    static final int MAX_ROWS = 1024;

    /** Coefficient of variation of step times. */
    static final double NOISE = 0.03;

    private static final int[] BUCKETS = {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 160, 192, 224, 256};
    private static final int BUCKET_STEP = 64;

    private final IntToDoubleFunction small;
    private final IntToDoubleFunction large;

    Curve(IntToDoubleFunction small, IntToDoubleFunction large) {
        this.small = small;
        this.large = large;
    }

    /**
     * The small model and the large one.
     *
     * @param catchUpMillis of each of them, for an id beyond one a row
     * @param stretch by which all times are multiplied
     */
    List<ModelProfile> profiles(List<Double> catchUpMillis, double stretch) {
        return List.of(
                profile(small, catchUpMillis.getFirst(), stretch), profile(large, catchUpMillis.getLast(), stretch));
    }

    private static ModelProfile profile(IntToDoubleFunction millis, double catchUpMillis, double stretch) {
        return ModelProfile.of(StepTimeCurve.of(MAX_ROWS, rows -> millis.applyAsDouble(rows) * stretch * 1e6))
                .withCatchUp(catchUpMillis * stretch * 1e6)
                .withNoise(NOISE);
    }

    private static int bucket(int rows) {
        for (int bucket : BUCKETS) {
            if (rows <= bucket) {
                return bucket;
            }
        }
        return Math.ceilDiv(rows, BUCKET_STEP) * BUCKET_STEP;
    }
}
