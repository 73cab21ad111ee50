package io.tokenrouter.engine.throughput;

/** A start rule's view of a state of a chain. */
final class StationView implements GroupState {

    private final Workload workload;
    private final int phases;
    private StationState state;

    /**
     * @param phases of a step if what is left is counted in phases, or 0 if in nanoseconds
     */
    StationView(Workload workload, int phases) {
        this.workload = workload;
        this.phases = phases;
        this.state = StationState.start(workload);
    }

    StationView of(StationState shown) {
        state = shown;
        return this;
    }

    @Override
    public int waiting(int model) {
        return state.waiting(model);
    }

    @Override
    public int inStep(int model) {
        return state.inStep(model);
    }

    @Override
    public int elsewhere(int model) {
        return workload.requests() - state.waiting(model);
    }

    @Override
    public long predictedNanos(int model) {
        return Math.round(workload.models().get(model).stepTime().nanos(state.inStep(model)));
    }

    @Override
    public long elapsedNanos(int model) {
        long predicted = predictedNanos(model);
        return predicted - (phases == 0 ? state.left(model) : predicted * state.left(model) / phases);
    }

    @Override
    public long heldNanos(int model) {
        return state.held(model);
    }

    /** Ages are not part of a state; rules with a guard cannot be solved. */
    @Override
    public long oldestWaitNanos(int model) {
        return 0;
    }

    @Override
    public double expectedArrivals(int from, int to) {
        return state.inStep(from) * workload.routing().probability(from, to);
    }
}
