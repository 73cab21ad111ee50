package io.tokenrouter.engine.tuning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** When each model was in a step lately, to tell how long two ran side by side. Used by one thread. */
final class StepIntervals {

    private static final int KEPT = 4096;

    private record Interval(long startNanos, long endNanos) {}

    private final List<Deque<Interval>> models = new ArrayList<>();

    StepIntervals(int modelCount) {
        for (int model = 0; model < modelCount; model++) {
            models.add(new ArrayDeque<>());
        }
    }

    /** Steps of one model come in the order of their ends. */
    void add(int model, StepSample step) {
        Deque<Interval> intervals = models.get(model);
        if (intervals.size() == KEPT) {
            intervals.removeFirst();
        }
        intervals.addLast(new Interval(step.startNanos(), step.endNanos()));
    }

    /** How long of a step's time other models were in a step, at most all of it. */
    long besideNanos(int model, StepSample step) {
        long beside = 0;
        for (int other = 0; other < models.size(); other++) {
            beside += other == model ? 0 : intersection(models.get(other), step);
        }
        return Math.min(beside, step.nanos());
    }

    private static long intersection(Deque<Interval> intervals, StepSample step) {
        long nanos = 0;
        Iterator<Interval> newestFirst = intervals.descendingIterator();
        while (newestFirst.hasNext()) {
            Interval interval = newestFirst.next();
            if (interval.endNanos() - step.startNanos() <= 0) {
                break;
            }
            long start = Math.max(interval.startNanos() - step.startNanos(), 0);
            long end = Math.min(interval.endNanos() - step.startNanos(), step.nanos());
            nanos += Math.max(0, end - start);
        }
        return nanos;
    }
}
