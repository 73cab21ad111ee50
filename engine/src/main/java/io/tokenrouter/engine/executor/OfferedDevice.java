package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelShapes;
import io.tokenrouter.engine.model.ModelWeights;

/** A device that can run models. Safe from any thread; owned by its provider. */
public interface OfferedDevice {

    /** As options name it: {@code cuda:0}. */
    String name();

    /** What it is, for people: {@code NVIDIA H200}. */
    String description();

    /** Bytes of its memory. */
    long totalBytes();

    /**
     * Bytes that nobody has taken. May ask the device; must not wait for steps that run on it.
     *
     * @throws LostDeviceException if the device was lost
     * @throws RuntimeException if it is of no use for another reason, with a message of one line
     */
    long freeBytes();

    /** Bytes of keys and values of one position, over all layers. */
    long kvBytesPerToken(ModelConfig config);

    /**
     * Bytes of device memory that {@link #open} will take with the same arguments.
     *
     * @param weights those of a model that is not open, too
     * @throws io.tokenrouter.engine.model.ModelFormatException naming a tensor that is missing or of no use to the device
     * @throws IllegalArgumentException if the options leave no room for a KV block
     */
    DeviceBytes bytesFor(ModelConfig config, ModelShapes weights, ExecutorOptions options);

    /**
     * A model on this device. The weights are copied; they may be closed afterwards. Executors of one device have equal
     * {@link ModelExecutor#device()}s.
     *
     * @param vocabularySize ids that may be fed and sampled
     * @param gaps ids below it that stand for nothing, without duplicates, and are never sampled
     * @throws io.tokenrouter.engine.model.ModelFormatException naming a tensor that is missing or of no use to the device
     * @throws IllegalArgumentException if the memory does not suffice: bytes needed, bytes free and which setting to change
     * @throws LostDeviceException if the device was lost
     */
    ModelExecutor open(
            ModelConfig config, ModelWeights weights, int vocabularySize, int[] gaps, ExecutorOptions options);
}
