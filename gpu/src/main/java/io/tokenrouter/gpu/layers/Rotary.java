package io.tokenrouter.gpu.layers;

import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.memory.Taken;

/**
 * Cosines and sines of rotary embedding (Su et al., arXiv 2104.09864) for the tokens of a step. They are made once for each step, for all
 * layers that turn alike, so that memory does not grow with the context.
 */
public final class Rotary implements AutoCloseable {

    private static final int THREADS = 128;
    /** A cosine and a sine. */
    private static final int NUMBERS = 2;

    private final Taken taken;
    private final CudaFunction kernel;
    private final RopeConfig rope;
    private final int pairs;
    private final DeviceMemory frequencies;
    private final DeviceMemory rows;

    /**
     * Waits for the frequencies to be on the device.
     *
     * @param contextLength most positions of a sequence
     * @param maxTokens most tokens of a step, padded
     */
    public Rotary(
            CudaContext context,
            CudaStream stream,
            Kernels kernels,
            RopeConfig rope,
            int contextLength,
            int maxTokens) {
        this.rope = rope;
        kernel = kernels.get("rotary_rows");
        pairs = rope.dimensions() / 2;
        taken = new Taken(context);
        try (Taken passing = new Taken(context)) {
            frequencies = taken.allocate("rotary embedding", Rows.bytes(1, pairs));
            rows = taken.allocate("rotary embedding", Rows.bytes(maxTokens, NUMBERS * pairs));
            PinnedMemory pinned = passing.allocatePinned(frequencies.bytes());
            pinned.bytes().asFloatBuffer().put(rope.frequencies(contextLength));
            context.step(stream, () -> stream.upload(pinned, frequencies, frequencies.bytes()));
        } catch (RuntimeException | Error e) {
            taken.closeAfter(e);
            throw e;
        }
    }

    /** Device memory that one takes. */
    public static long bytes(RopeConfig rope, int maxTokens) {
        return Rows.bytes(1 + (long) NUMBERS * maxTokens, rope.dimensions() / 2);
    }

    /** Makes the rows of a step's tokens, before the first layer. */
    public void prepare(CudaStream stream, DeviceMemory positions, int tokens) {
        Rows.require(positions, tokens, 1);
        Rows.require(rows, tokens, NUMBERS * pairs);
        KernelArguments arguments = new KernelArguments()
                .add(positions)
                .add(frequencies)
                .add(pairs)
                .add(rope.scaling().amplitude())
                .add(rows)
                .add(tokens);
        stream.launch(kernel, Math.ceilDiv(tokens * pairs, THREADS), 1, 1, THREADS, arguments);
    }

    public RopeConfig rope() {
        return rope;
    }

    /** {@code [tokens][pairs][cosine, sine]}. */
    DeviceMemory rows() {
        return rows;
    }

    @Override
    public void close() {
        taken.close();
    }
}
