package io.tokenrouter.engine.throughput;

/** A state of a group that a test wrote down. */
final class Snapshot implements GroupState {

    final int requests;
    final RoutingMatrix routing;
    final int[] waiting;
    final int[] inStep;
    final long[] elapsed;
    final long[] predicted;
    final long[] held;
    final long[] oldest;

    Snapshot(int requests, RoutingMatrix routing) {
        this.requests = requests;
        this.routing = routing;
        int models = routing.models();
        waiting = new int[models];
        inStep = new int[models];
        elapsed = new long[models];
        predicted = new long[models];
        held = new long[models];
        oldest = new long[models];
    }

    Snapshot waits(int model, int count, long nanos) {
        waiting[model] = count;
        held[model] = nanos;
        oldest[model] = nanos;
        return this;
    }

    Snapshot runs(int model, int rows, long elapsedNanos, long predictedNanos) {
        inStep[model] = rows;
        elapsed[model] = elapsedNanos;
        predicted[model] = predictedNanos;
        return this;
    }

    @Override
    public int waiting(int model) {
        return waiting[model];
    }

    @Override
    public int inStep(int model) {
        return inStep[model];
    }

    @Override
    public int elsewhere(int model) {
        return requests - waiting[model];
    }

    @Override
    public long elapsedNanos(int model) {
        return elapsed[model];
    }

    @Override
    public long predictedNanos(int model) {
        return predicted[model];
    }

    @Override
    public long heldNanos(int model) {
        return held[model];
    }

    @Override
    public long oldestWaitNanos(int model) {
        return oldest[model];
    }

    @Override
    public double expectedArrivals(int from, int to) {
        return inStep[from] * routing.probability(from, to);
    }
}
