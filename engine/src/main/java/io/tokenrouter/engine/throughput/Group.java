package io.tokenrouter.engine.throughput;

import java.util.List;

/** What all start rules of a group share: its constants and the questions that each of them asks. */
final class Group {

    private final ModelProfile[] models;
    private final RoutingMatrix routing;
    private final boolean oneStepAtATime;
    private final long[] guardNanos;
    private final int[] slowestFirst;

    Group(List<ModelProfile> models, RoutingMatrix routing, DeviceMode device, long[] guardNanos) {
        if (models.size() != routing.models() || guardNanos.length != models.size()) {
            throw new IllegalArgumentException("a group of " + models.size() + " models needs as many guards, not "
                    + guardNanos.length + ", and a matrix of its size, not " + routing.models());
        }
        for (long guard : guardNanos) {
            if (guard <= 0) {
                throw new IllegalArgumentException("a guard must be above 0 ns, not " + guard);
            }
        }
        this.models = models.toArray(ModelProfile[]::new);
        this.routing = routing;
        this.oneStepAtATime = device instanceof DeviceMode.OneStepAtATime;
        this.guardNanos = guardNanos.clone();
        this.slowestFirst = Workload.slowestFirst(models);
    }

    int models() {
        return models.length;
    }

    boolean isOneStepAtATime() {
        return oneStepAtATime;
    }

    ModelProfile model(int model) {
        return models[model];
    }

    boolean leads(int from, int to) {
        return routing.probability(from, to) > 0;
    }

    /** The model at a place in the order from the slowest to the fastest. */
    int bySlowness(int place) {
        return slowestFirst[place];
    }

    int slowest() {
        return slowestFirst[0];
    }

    boolean isBlocked(GroupState state) {
        return oneStepAtATime && anyInStep(state);
    }

    boolean anyInStep(GroupState state) {
        for (int m = 0; m < models.length; m++) {
            if (state.inStep(m) > 0) {
                return true;
            }
        }
        return false;
    }

    boolean mayStart(GroupState state, int model) {
        return state.inStep(model) == 0 && state.waiting(model) > 0;
    }

    /** Whether waiting could bring nothing, or has lasted long enough. */
    boolean mustNotWait(GroupState state, int model) {
        return state.waiting(model) >= models[model].maxBatch()
                || state.elsewhere(model) == 0
                || state.oldestWaitNanos(model) >= guardNanos[model];
    }

    /** On a device that runs one step at a time: the model whose oldest request has waited past its guard, and longest. */
    int longestOverdue(GroupState state) {
        int overdue = StartRule.NONE;
        for (int m = 0; oneStepAtATime && m < models.length; m++) {
            if (state.waiting(m) > 0
                    && state.oldestWaitNanos(m) >= guardNanos[m]
                    && (overdue == StartRule.NONE || state.oldestWaitNanos(m) > state.oldestWaitNanos(overdue))) {
                overdue = m;
            }
        }
        return overdue;
    }

    long nanosToGuard(GroupState state, int model) {
        return guardNanos[model] == StartRule.NEVER
                ? StartRule.NEVER
                : guardNanos[model] - state.oldestWaitNanos(model);
    }
}
