package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.StepPlan;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.layers.StepArrays;
import io.tokenrouter.gpu.memory.Taken;
import java.nio.IntBuffer;

/**
 * The layout of a step on the device, at addresses that never change, so that graphs can be replayed over new contents. All arrays are of
 * int32. One upload a step: what is used of it lies at the front of one stretch of pinned memory.
 *
 * <p>Filled by the thread that runs the step, before the upload is enqueued and after the step before has ended.
 */
final class StepBuffers implements AutoCloseable {

    /** Position of tokens that only fill a step up. */
    private static final int PADDING = -1;

    /** Ints of a tile: first token, number of tokens. */
    private static final int TILE = 2;

    private final Taken taken;
    private final int maxTokens;
    private final int maxRows;
    private final int tableWidth;
    private final PinnedMemory pinned;
    private final IntBuffer host;
    private final DeviceMemory device;

    private final int positionsAt;
    private final int sequencesAt;
    private final int candidatesAt;
    private final int tilesAt;
    private final int tablesAt;
    private StepArrays arrays;
    private int used;

    StepBuffers(CudaContext context, ExecutorSpec spec) {
        maxTokens = Math.max(spec.maxStepTokens(), Buckets.LARGEST);
        maxRows = spec.maxRows();
        tableWidth = spec.blocksFor(spec.contextLength());
        positionsAt = maxTokens;
        sequencesAt = 2 * maxTokens;
        candidatesAt = 3 * maxTokens;
        tilesAt = candidatesAt + Buckets.LARGEST;
        tablesAt = tilesAt + TILE * maxTokens;
        long bytes = bytes(spec);
        taken = new Taken(context);
        try {
            pinned = taken.allocatePinned(bytes);
            device = taken.allocate("the layout of steps", bytes);
        } catch (RuntimeException | Error e) {
            taken.closeAfter(e);
            throw e;
        }
        host = pinned.bytes().asIntBuffer();
        arrays = new StepArrays(
                positions(), ints(sequencesAt, maxTokens), ints(tablesAt, maxRows * tableWidth), tableWidth);
    }

    static long bytes(ExecutorSpec spec) {
        long tokens = Math.max(spec.maxStepTokens(), Buckets.LARGEST);
        long ints =
                (3 + TILE) * tokens + Buckets.LARGEST + (long) spec.maxRows() * spec.blocksFor(spec.contextLength());
        return Integer.BYTES * ints;
    }

    /**
     * Lays out the tokens of a step.
     *
     * @param padded to so many of them
     * @param positions that tables have room for, at least those of the longest sequence: shorter ones take shorter copies
     */
    void fill(StepPlan plan, int blockSize, int padded, int positions) {
        int tokens = plan.tokens();
        int width = Math.min(tableWidth, Math.ceilDiv(positions, blockSize));
        arrays = new StepArrays(arrays.positions(), arrays.sequences(), arrays.blockTables(), width);
        int row = -1;
        for (int token = 0; token < tokens; token++) {
            host.put(token, plan.id(token));
            host.put(positionsAt + token, plan.position(token));
            host.put(sequencesAt + token, plan.row(token));
        }
        for (int token = tokens; token < padded; token++) {
            host.put(token, 0);
            host.put(positionsAt + token, PADDING);
            host.put(sequencesAt + token, 0);
        }
        for (int token = tokens - 1; token >= 0; token--) {
            if (plan.row(token) != row) {
                row = plan.row(token);
                int blocks = plan.position(token) / blockSize + 1;
                host.put(tablesAt + row * width, plan.blocks(token), 0, blocks);
            }
        }
        for (int tile = 0; tile < plan.stretches(); tile++) {
            host.put(tilesAt + TILE * tile, plan.stretch(tile));
            host.put(tilesAt + TILE * tile + 1, plan.stretch(tile + 1) - plan.stretch(tile));
        }
        used = tablesAt + (plan.row(tokens - 1) + 1) * width;
    }

    /** Says of which tokens rows of logits are wanted, {@code count} of them from {@code from}, padded. */
    void fillCandidates(StepPlan plan, int from, int count, int padded) {
        for (int i = 0; i < padded; i++) {
            host.put(candidatesAt + i, i < count ? plan.candidateToken(from + i) : 0);
        }
    }

    /** All of the step. */
    void upload(CudaStream stream) {
        stream.upload(pinned, device, (long) Integer.BYTES * used);
    }

    /** The candidates alone. */
    void uploadCandidates(CudaStream stream) {
        long from = (long) Integer.BYTES * candidatesAt;
        stream.upload(pinned, from, candidates(), (long) Integer.BYTES * Buckets.LARGEST);
    }

    DeviceMemory ids() {
        return ints(0, maxTokens);
    }

    /** What layers read of the step that was laid out last. */
    StepArrays arrays() {
        return arrays;
    }

    DeviceMemory positions() {
        return ints(positionsAt, maxTokens);
    }

    /** Tokens whose rows of logits are wanted. */
    DeviceMemory candidates() {
        return ints(candidatesAt, Buckets.LARGEST);
    }

    /** Stretches of a sequence: first token and number of tokens. */
    DeviceMemory tiles() {
        return ints(tilesAt, TILE * maxTokens);
    }

    private DeviceMemory ints(int from, int count) {
        return device.slice((long) Integer.BYTES * from, (long) Integer.BYTES * count);
    }

    @Override
    public void close() {
        taken.close();
    }
}
