package io.tokenrouter.engine.executor;

/** What an executor takes of the memory of its device, in bytes. The Java heap holds nothing of it. */
public record DeviceBytes(long weights, long keysAndValues, long workspace) implements ExecutorMemory {

    /** All of it. */
    public long total() {
        return weights + keysAndValues + workspace;
    }

    @Override
    public long heap() {
        return 0;
    }
}
