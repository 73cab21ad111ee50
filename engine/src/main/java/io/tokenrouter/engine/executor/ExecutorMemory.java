package io.tokenrouter.engine.executor;

/** What an executor takes, in bytes, known before anything is allocated. */
public interface ExecutorMemory {

    /** The weights. */
    long weights();

    /** The KV cache. */
    long keysAndValues();

    /** Buffers of a step and what else is needed. */
    long workspace();

    /** Of all this, what lies on the Java heap. */
    long heap();
}
