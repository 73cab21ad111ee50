package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long a request may wait at an idle model, whatever the settings. Twice the longest step, as predictions assume it, but only of
 * batch sizes that were measured: a curve continued far beyond them says little. Never above a second, unless steps of one row are as
 * slow as that.
 */
final class Guards {

    /** As long as no step was timed: the guard of a group that nobody tunes. */
    static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double STEPS = 2;

    private Guards() {}

    /**
     * @param measured step times of the models with traffic
     * @param models of the group
     * @return one for each model, above 0; the longest wait that an operator allows holds even where it is longer
     */
    static List<Long> nanos(List<StepTimeEstimate> measured, BatchingSettings settings, int models) {
        long common = common(measured);
        List<Long> guards = new ArrayList<>();
        for (int model = 0; model < models; model++) {
            guards.add(Math.max(common, longestWait(settings, model)));
        }
        return guards;
    }

    private static long common(List<StepTimeEstimate> measured) {
        if (measured.isEmpty()) {
            return FIRST_NANOS;
        }
        double longest = 0;
        double ofOneRow = 0;
        for (StepTimeEstimate estimate : measured) {
            StepTimeCurve curve = estimate.curve();
            longest = Math.max(longest, curve.nanos(mostRowsSeen(estimate)));
            ofOneRow = Math.max(ofOneRow, curve.nanos(1));
        }
        return Math.round(Math.min(STEPS * longest, Math.max(LONGEST_NANOS, STEPS * ofOneRow))) + 1;
    }

    private static int mostRowsSeen(StepTimeEstimate estimate) {
        int most = 1;
        for (int knot = 0; knot < estimate.grid().size(); knot++) {
            most = estimate.evidence()[knot] > 0 ? estimate.grid().rows(knot) : most;
        }
        return most;
    }

    private static long longestWait(BatchingSettings settings, int model) {
        return settings instanceof BatchingSettings.MinimumBatch minimum ? minimum.leastGuardNanos(model) : 0;
    }
}
