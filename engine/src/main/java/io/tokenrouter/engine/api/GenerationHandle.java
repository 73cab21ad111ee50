package io.tokenrouter.engine.api;

/** A running generation as its caller holds it. Safe from any thread. */
public interface GenerationHandle {

    String id();

    /**
     * Asks for the end of the generation. KV blocks of every model are free within two steps; the listener gets
     * {@link FinishReason#CANCELLED} unless the generation ended before. Has no effect the second time.
     */
    void cancel();

    /** True once the last event was delivered. */
    boolean isDone();
}
