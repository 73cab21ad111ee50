package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.memory.Taken;
import org.jspecify.annotations.Nullable;

/** Launches of the kernels that make signals and tokens of rows, with what they keep of the rows between them. */
final class RowKernels implements AutoCloseable {

    /** Rows that are adjusted in one go: so many copies there are. */
    static final int ADJUSTED_ROWS = 16;

    private static final int CHUNK = 2048;
    private static final int CHUNK_THREADS = 128;
    private static final int MOST_CHUNKS = 1024;
    private static final int CHUNK_BYTES = 32;
    private static final int BEST_BYTES = CHUNK / 32 * Long.BYTES;
    private static final int ROW_THREADS = 1024;
    private static final int LIST_THREADS = 256;

    private final RowBuffers rows;
    private final CudaFunction partials;
    private final CudaFunction tokens;
    private final CudaFunction masked;
    private final CudaFunction adjust;
    private final int chunkCount;
    private final Taken taken;
    private final DeviceMemory chunks;
    private final DeviceMemory best;
    private final DeviceMemory adjusted;
    private final DeviceMemory adjustedChunks;
    private final DeviceMemory adjustedBest;

    RowKernels(CudaContext context, Kernels kernels, RowBuffers rows) {
        this.rows = rows;
        chunkCount = Math.ceilDiv(rows.vocabularySize(), CHUNK);
        if (chunkCount > MOST_CHUNKS) {
            throw new IllegalArgumentException("rows of " + rows.vocabularySize() + " ids are longer than "
                    + MOST_CHUNKS * CHUNK + ", the most that the kernels of candidates take");
        }
        partials = kernels.get("row_partials");
        tokens = kernels.get("row_tokens");
        masked = kernels.get("row_masked");
        adjust = kernels.get("row_adjusted");
        taken = new Taken(context);
        try {
            chunks = take((long) rows.maxRows() * chunkCount * CHUNK_BYTES);
            best = take((long) rows.maxRows() * chunkCount * BEST_BYTES);
            adjusted = take((long) ADJUSTED_ROWS * rows.stride() * Float.BYTES);
            adjustedChunks = take((long) ADJUSTED_ROWS * chunkCount * CHUNK_BYTES);
            adjustedBest = take((long) ADJUSTED_ROWS * chunkCount * BEST_BYTES);
        } catch (RuntimeException | Error e) {
            taken.closeAfter(e);
            throw e;
        }
    }

    /** Bytes of device memory that rows of this size need here. */
    static long bytes(int maxRows, int vocabularySize, int stride) {
        long chunks = Math.ceilDiv(vocabularySize, CHUNK);
        return (maxRows + ADJUSTED_ROWS) * chunks * (CHUNK_BYTES + BEST_BYTES)
                + (long) ADJUSTED_ROWS * stride * Float.BYTES;
    }

    private DeviceMemory take(long bytes) {
        return taken.allocate("what is kept of rows of logits", bytes);
    }

    int chunkCount() {
        return chunkCount;
    }

    /** Of raw rows. */
    DeviceMemory chunks() {
        return chunks;
    }

    /** The best of each group of ids of raw rows. */
    DeviceMemory best() {
        return best;
    }

    /** Signals of the first rows, and tokens of those that are not adjusted. */
    void raw(
            CudaStream stream,
            int count,
            DeviceMemory wishes,
            DeviceMemory scored,
            DeviceMemory records,
            DeviceMemory lists,
            DeviceMemory sources) {
        tokens(stream, count, rows.logits(), chunks, best, null, wishes, scored, records, lists, sources);
    }

    /** Tokens of adjusted rows; after {@link #raw}. */
    void adjusted(
            CudaStream stream,
            AdjustedRows changes,
            DeviceMemory staged,
            DeviceMemory wishes,
            DeviceMemory scored,
            DeviceMemory records,
            DeviceMemory lists,
            DeviceMemory sources) {
        DeviceMemory data = from(staged, changes.dataAt());
        for (int first = 0; first < changes.count(); first += ADJUSTED_ROWS) {
            int count = Math.min(ADJUSTED_ROWS, changes.count() - first);
            DeviceMemory some = from(staged, first * AdjustedRows.CHANGE);
            KernelArguments copy = new KernelArguments()
                    .add(rows.logits())
                    .add(rows.stride())
                    .add(rows.vocabularySize())
                    .add(some)
                    .add(data)
                    .add(adjusted);
            stream.launch(masked, chunkCount, count, 1, CHUNK_THREADS, copy);
            if (changes.hasLists()) {
                KernelArguments lose = new KernelArguments()
                        .add(rows.stride())
                        .add(some)
                        .add(data)
                        .add(adjusted);
                stream.launch(adjust, count, 1, 1, LIST_THREADS, lose);
            }
            DeviceMemory which = from(staged, changes.rowsAt() + first);
            tokens(
                    stream,
                    count,
                    adjusted,
                    adjustedChunks,
                    adjustedBest,
                    which,
                    wishes,
                    scored,
                    records,
                    lists,
                    sources);
        }
    }

    private void tokens(
            CudaStream stream,
            int count,
            DeviceMemory logits,
            DeviceMemory chunks,
            DeviceMemory best,
            @Nullable DeviceMemory which,
            DeviceMemory wishes,
            DeviceMemory scored,
            DeviceMemory records,
            DeviceMemory lists,
            DeviceMemory sources) {
        KernelArguments parts = new KernelArguments()
                .add(logits)
                .add(rows.stride())
                .add(rows.vocabularySize())
                .add(wishes)
                .add(which)
                .add(chunks)
                .add(best);
        stream.launch(partials, chunkCount, count, 1, CHUNK_THREADS, parts);
        KernelArguments all = new KernelArguments()
                .add(logits)
                .add(rows.logits())
                .add(rows.stride())
                .add(rows.vocabularySize())
                .add(chunkCount)
                .add(wishes)
                .add(which)
                .add(chunks)
                .add(best)
                .add(scored)
                .add(records)
                .add(lists)
                .add(sources);
        stream.launch(tokens, count, 1, 1, ROW_THREADS, all);
    }

    private static DeviceMemory from(DeviceMemory memory, long number) {
        long bytes = number * Integer.BYTES;
        return memory.slice(bytes, memory.bytes() - bytes);
    }

    @Override
    public void close() {
        taken.close();
    }
}
