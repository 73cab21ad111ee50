package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.model.ModelConfig;
import org.jspecify.annotations.Nullable;

/**
 * The memory for the KV caches of all models, and what each gets of it. A share depends on the model and on the whole, not on which
 * other models there are: what is loaded keeps its share when more are added, and has the same one after a restart, and there is room for
 * the next model. What others have taken is never given twice. Safe from any thread.
 */
final class KvBudget {

    /** Models with long contexts that have room together. */
    private static final int SHARES = 4;

    /** Whole contexts that a cache can hold at once before more would hardly be used. */
    private static final long MOST_SEQUENCES = 64;

    /** Where a share is less than a conversation needs, a model gets more. */
    private static final long FEW_POSITIONS = 1024;

    /** With less a model would refuse nearly everything it is asked. */
    private static final long LEAST_POSITIONS = 256;

    private static final long MEBIBYTE = 1L << 20;

    private final LiveRegistry live;
    private final long total;

    /** @param total bytes for all models together */
    KvBudget(LiveRegistry live, long total) {
        this.live = live;
        this.total = total;
    }

    /** Bytes that no model in memory of this machine has; those on GPUs have none of it. */
    long left() {
        long taken = live.state().models().values().stream()
                .filter(model -> model.state() == LifeState.SERVING || model.state() == LifeState.DRAINING)
                .mapToLong(model ->
                        model.facts() == null ? 0 : onProcessor(model.facts().memory()))
                .sum();
        return Math.max(0, total - taken);
    }

    /**
     * What a model that is not in memory would get now.
     *
     * @param asked bytes that an operator gave it, which are beside the budget where they exceed it; null for its share
     */
    KvShare share(ModelConfig config, @Nullable Long asked) {
        return share(config, asked, left());
    }

    /** The same if so many bytes were left. */
    KvShare share(ModelConfig config, @Nullable Long asked, long left) {
        if (asked != null) {
            return new KvShare(asked, null);
        }
        long perToken = CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType());
        long wanted = wanted(total, config, perToken);
        long positions = Math.min(config.contextLength(), LEAST_POSITIONS);
        long least = bytes(perToken, positions);
        return left < least
                ? new KvShare(wanted, tooLittle(positions, least, left))
                : new KvShare(Math.min(wanted, left), null);
    }

    private String tooLittle(long positions, long least, long left) {
        return "not enough memory for its KV cache: a context of " + positions + " tokens takes "
                + MemoryCheck.mebibytes(least) + ", and " + left / MEBIBYTE + " MiB of the "
                + total / MEBIBYTE + " MiB of --kv-memory are left. Unload another model, start the server with more"
                + " --kv-memory, or give this model memory of its own (--kv-mib, kv_mib in the API)";
    }

    private static long onProcessor(ExecutorMemory memory) {
        return memory instanceof OnDevice ? 0 : memory.keysAndValues();
    }

    /** A model's share of so much memory for KV caches, whatever others have. */
    static long wanted(long total, ModelConfig config, long perToken) {
        return Math.min(
                bytes(perToken, MOST_SEQUENCES * config.contextLength()),
                Math.max(total / SHARES, bytes(perToken, Math.min(config.contextLength(), FEW_POSITIONS))));
    }

    /** With less a model is refused. */
    static long least(ModelConfig config, long perToken, int blockSize) {
        return bytes(perToken, Math.max(blockSize, Math.min(config.contextLength(), LEAST_POSITIONS)));
    }

    /** @throws IllegalArgumentException if so much is not one block, with both sizes as {@code kv_mib} counts them */
    static void requireBlock(long kvBytes, int blockSize, long perToken) {
        long least = blockSize * perToken;
        if (kvBytes < least) {
            throw new IllegalArgumentException("a KV cache of " + MemoryCheck.mebibytes(kvBytes)
                    + " holds not one block of " + blockSize + " tokens of this model; kv_mib must be at least "
                    + MemoryCheck.mebibytes(least));
        }
    }

    private static long bytes(double perToken, long positions) {
        return (long) (perToken * positions);
    }
}
