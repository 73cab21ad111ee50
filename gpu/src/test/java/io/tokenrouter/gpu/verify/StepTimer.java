package io.tokenrouter.gpu.verify;

import java.util.Arrays;

/** Medians of steps that are repeated. */
final class StepTimer {

    /** So short steps are repeated no more often. */
    private static final int MOST = 1000;

    private final int steps;
    private final long nanos;

    StepTimer(TimingPlan plan) {
        steps = plan.steps();
        nanos = plan.millis() * 1_000_000L;
    }

    /** Seconds, after as much warming up as is measured. */
    double median(Runnable step) {
        repeat(step);
        long[] times = repeat(step);
        Arrays.sort(times);
        int middle = times.length / 2;
        return (times[middle] + times[(times.length - 1) / 2]) / 2e9;
    }

    private long[] repeat(Runnable step) {
        long[] times = new long[MOST];
        int count = 0;
        long begin = System.nanoTime();
        long before = begin;
        while (count < MOST && (count < steps || before - begin < nanos)) {
            step.run();
            long now = System.nanoTime();
            times[count++] = now - before;
            before = now;
        }
        return Arrays.copyOf(times, count);
    }
}
