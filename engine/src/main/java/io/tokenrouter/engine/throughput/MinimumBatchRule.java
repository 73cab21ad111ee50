package io.tokenrouter.engine.throughput;

import java.util.List;

/** A minimum of rows, a maximum wait, and alignment with steps about to end. The slowest model decides first. */
final class MinimumBatchRule implements StartRule {

    private final Group group;
    private final BatchingSettings.MinimumBatch.Rule[] rules;

    MinimumBatchRule(Group group, List<BatchingSettings.MinimumBatch.Rule> rules) {
        if (rules.size() != group.models()) {
            throw new IllegalArgumentException(
                    "a group of " + group.models() + " models needs as many minimum batches, not " + rules.size());
        }
        this.group = group;
        this.rules = rules.toArray(BatchingSettings.MinimumBatch.Rule[]::new);
    }

    @Override
    public int next(GroupState state) {
        for (int place = 0; place < group.models(); place++) {
            int m = group.bySlowness(place);
            if (group.mayStart(state, m) && isReady(state, m)) {
                return m;
            }
        }
        return group.anyInStep(state) ? NONE : forced(state);
    }

    /** The model that is closest to its minimum; on a device of one step at a time, the fastest with anything to do. */
    private int forced(GroupState state) {
        int chosen = NONE;
        double most = 0;
        for (int place = 0; place < group.models(); place++) {
            int m = group.bySlowness(place);
            double filled = (double) state.waiting(m) / rules[m].rows();
            if (state.waiting(m) > 0 && (group.isOneStepAtATime() || filled > most)) {
                chosen = m;
                most = filled;
            }
        }
        return chosen;
    }

    private boolean isReady(GroupState state, int m) {
        if (group.mustNotWait(state, m)) {
            return true;
        }
        boolean isDue = state.waiting(m) >= rules[m].rows() || state.heldNanos(m) >= rules[m].maxWaitNanos();
        return isDue && !isAligned(state, m);
    }

    private boolean isAligned(GroupState state, int m) {
        long window = rules[m].alignNanos();
        if (window == 0 || state.heldNanos(m) >= longestHold(m)) {
            return false;
        }
        for (int j = 0; j < group.models(); j++) {
            if (j != m
                    && state.inStep(j) > 0
                    && group.leads(j, m)
                    && state.predictedNanos(j) - state.elapsedNanos(j) <= window) {
                return true;
            }
        }
        return false;
    }

    /** With alignment: its window after the time at which the step would begin without, so that no chain of steps holds for ever. */
    private long longestHold(int m) {
        BatchingSettings.MinimumBatch.Rule rule = rules[m];
        long due = rule.rows() == 1 ? 0 : rule.maxWaitNanos();
        long sum = due + rule.alignNanos();
        return sum < 0 ? NEVER : sum;
    }

    @Override
    public long nanosToNextDecision(GroupState state) {
        long next = NEVER;
        for (int m = 0; m < group.models(); m++) {
            if (group.mayStart(state, m)) {
                long held = state.heldNanos(m);
                next = Math.min(next, group.nanosToGuard(state, m));
                next = sooner(next, rules[m].maxWaitNanos(), held);
                next = rules[m].alignNanos() == 0 ? next : sooner(next, longestHold(m), held);
            }
        }
        return next;
    }

    private static long sooner(long next, long limit, long passed) {
        return limit == NEVER || limit <= passed ? next : Math.min(next, limit - passed);
    }
}
