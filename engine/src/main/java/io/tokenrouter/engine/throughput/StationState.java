package io.tokenrouter.engine.throughput;

import java.util.Arrays;

/**
 * Where the requests of a workload are, as a state of a Markov chain: for each model how many wait, how many are in a step, how much of
 * the step is left, and how long the model has been held. Immutable once it is a key.
 */
final class StationState {

    private static final int FIELDS = 4;

    private final long[] data;

    private StationState(long[] data) {
        this.data = data;
    }

    /** All requests wait at the first model. */
    static StationState start(Workload workload) {
        StationState state =
                new StationState(new long[FIELDS * workload.models().size()]);
        state.data[0] = workload.requests();
        return state;
    }

    StationState copy() {
        return new StationState(data.clone());
    }

    int waiting(int model) {
        return (int) data[FIELDS * model];
    }

    int inStep(int model) {
        return (int) data[FIELDS * model + 1];
    }

    /** Of the running step: nanoseconds alone on the device, or phases. */
    long left(int model) {
        return data[FIELDS * model + 2];
    }

    long held(int model) {
        return data[FIELDS * model + 3];
    }

    void arrive(int model, int requests) {
        data[FIELDS * model] += requests;
    }

    void begin(int model, int rows, long left) {
        data[FIELDS * model] -= rows;
        data[FIELDS * model + 1] = rows;
        data[FIELDS * model + 2] = left;
        data[FIELDS * model + 3] = 0;
    }

    /** The rows of the step that ends; they are nowhere until they arrive. */
    int end(int model) {
        int rows = inStep(model);
        data[FIELDS * model + 1] = 0;
        data[FIELDS * model + 2] = 0;
        return rows;
    }

    void setLeft(int model, long left) {
        data[FIELDS * model + 2] = left;
    }

    void setHeld(int model, long nanos) {
        data[FIELDS * model + 3] = nanos;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StationState state && Arrays.equals(data, state.data);
    }

    @Override
    public int hashCode() {
        long hash = 0;
        for (long value : data) {
            hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return Long.hashCode(hash);
    }
}
