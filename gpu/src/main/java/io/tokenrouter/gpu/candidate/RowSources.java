package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The few ids that truncation has left of some rows, with weights and raw logits: what the rows' tokens were drawn from. */
final class RowSources implements AutoCloseable {

    /** Most ids of a row: {@code LIST} of {@code rows.cuh}. */
    private static final int LIST = 1024;

    private static final int ROW_BYTES = 3 * LIST * Integer.BYTES;

    private final Staged sources;

    RowSources(CudaContext context, int rows) {
        sources = new Staged(context, "ids that tokens are drawn from", bytes(rows));
    }

    static long bytes(int rows) {
        return (long) rows * ROW_BYTES;
    }

    DeviceMemory device() {
        return sources.device();
    }

    /** Copies those of the rows before one to the host. */
    void download(CudaStream stream, int rows) {
        if (rows > 0) {
            stream.download(sources.device(), sources.pinned(), bytes(rows));
        }
    }

    TokenDistribution distribution(int row, int size) {
        ByteBuffer from = sources.host();
        int at = row * ROW_BYTES;
        long[] entries = new long[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            int weight = from.getInt(at + (LIST + i) * Integer.BYTES);
            if (weight != 0) {
                entries[count++] = (long) from.getInt(at + i * Integer.BYTES) << Integer.SIZE | weight;
            }
        }
        Arrays.sort(entries, 0, count);
        int[] ids = new int[count];
        float[] weights = new float[count];
        for (int i = 0; i < count; i++) {
            ids[i] = (int) (entries[i] >>> Integer.SIZE);
            weights[i] = Float.intBitsToFloat((int) entries[i]);
        }
        return TokenDistribution.ofWeights(ids, weights);
    }

    /** The raw logit of one of a row's ids. */
    float logit(int row, int size, int id) {
        ByteBuffer from = sources.host();
        int at = row * ROW_BYTES;
        for (int i = 0; i < size; i++) {
            if (from.getInt(at + i * Integer.BYTES) == id) {
                return from.getFloat(at + (2 * LIST + i) * Integer.BYTES);
            }
        }
        throw new IllegalArgumentException("row " + row + " was not drawn from the id " + id);
    }

    @Override
    public void close() {
        sources.close();
    }
}
