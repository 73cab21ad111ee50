package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelWeights;

/** A device that can run models. Safe from any thread; owned by its provider. */
public interface OfferedDevice {

    /** As options name it: {@code cuda:0}. */
    String name();

    /** For people: what it is and how much memory it has. */
    String description();

    /** Bytes of its memory. */
    long totalBytes();

    /** Bytes that nobody has taken. */
    long freeBytes();

    /**
     * Bytes of device memory that {@link #open} will take with the same arguments.
     *
     * @throws IllegalArgumentException if the options leave no room for a KV block
     */
    long bytesFor(ModelConfig config, ModelWeights weights, ExecutorOptions options);

    /**
     * A model on this device. The weights are copied; they may be closed afterwards.
     *
     * @param vocabularySize ids that may be fed and sampled
     * @param gaps ids below it that stand for nothing and are never sampled
     * @throws io.tokenrouter.engine.model.ModelFormatException naming a tensor that is missing or of no use to the device
     * @throws IllegalArgumentException if the memory does not suffice: bytes needed, bytes free and which setting to change
     */
    ModelExecutor open(
            ModelConfig config, ModelWeights weights, int vocabularySize, int[] gaps, ExecutorOptions options);
}
