package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.layers.Attention;

/**
 * The buffers of a step, float32, one row a token or a candidate; taken once for the largest step. Every buffer has rows enough for the
 * padding of small steps.
 *
 * @param hidden the residual stream
 * @param normed what goes into a branch
 * @param qkv queries, keys and values
 * @param attended what attention gives, all heads
 * @param product what comes out of a branch
 * @param gateUp gate and up of the feed-forward layer, side by side
 * @param inner what goes into its last layer
 * @param last of the tokens whose logits are wanted, after the last norm
 * @param logits rows of {@link #logitStride} numbers
 * @param attention work space of token-wise attention
 */
record Activations(
        DeviceMemory hidden,
        DeviceMemory normed,
        DeviceMemory qkv,
        DeviceMemory attended,
        DeviceMemory product,
        DeviceMemory gateUp,
        DeviceMemory inner,
        DeviceMemory last,
        DeviceMemory logits,
        DeviceMemory attention) {

    /** Rows begin at multiples of so many floats: 16 bytes. */
    private static final int ALIGNED = 4;

    /** As much as attention over long contexts may take for all tokens of a small step at once; above, it goes token by token. */
    private static final long MOST_ATTENTION = 64L << 20;

    /** Taken from {@code memory}. */
    static Activations allocate(DeviceArena memory, ModelShape shape, ExecutorSpec spec) {
        long tokens = tokens(spec);
        return new Activations(
                memory.floats("the residual stream", tokens * shape.hidden()),
                memory.floats("the normalised stream", tokens * shape.hidden()),
                memory.floats("queries, keys and values", tokens * shape.queriesKeysValues()),
                memory.floats("the attention's output", tokens * shape.queries()),
                memory.floats("products", tokens * shape.hidden()),
                memory.floats("the feed-forward layer", tokens * 2 * shape.inner()),
                memory.floats("the feed-forward layer", tokens * shape.inner()),
                memory.floats("last positions", (long) Buckets.LARGEST * shape.hidden()),
                memory.floats("logits", (long) Buckets.LARGEST * logitStride(spec.vocabularySize())),
                memory.allocate("attention over long contexts", attentionBytes(shape, spec)));
    }

    /** Bytes of all buffers. */
    static long bytes(ModelShape shape, ExecutorSpec spec) {
        long perToken = 3L * shape.hidden() + shape.queriesKeysValues() + shape.queries() + 3L * shape.inner();
        long perCandidate = (long) shape.hidden() + logitStride(spec.vocabularySize());
        return Float.BYTES * (tokens(spec) * perToken + Buckets.LARGEST * perCandidate) + attentionBytes(shape, spec);
    }

    private static long attentionBytes(ModelShape shape, ExecutorSpec spec) {
        int chunks = Buckets.ofChunks(Attention.chunks(spec.contextLength()));
        long one = Attention.workspaceBytes(shape.config().attention(), 1, chunks);
        long all = Attention.workspaceBytes(shape.config().attention(), Buckets.LARGEST, chunks);
        return Math.max(one, Math.min(all, MOST_ATTENTION));
    }

    private static long tokens(ExecutorSpec spec) {
        return Math.max(spec.maxStepTokens(), Buckets.LARGEST);
    }

    /** Floats from one row of logits to the next. */
    static int logitStride(int vocabularySize) {
        return Math.ceilDiv(vocabularySize, ALIGNED) * ALIGNED;
    }
}
