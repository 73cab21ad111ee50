package io.tokenrouter.gpu.weights;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver.DeviceInfo;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.memory.Taken;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Products of weights and activations. One or two tokens are multiplied with plain arithmetic, more on tensor cores; up to 64 take one pass
 * over the weights. A token's result does not depend on the tokens beside it, and within these two ways not on their number up to 64.
 *
 * <p>It has a workspace, so one stream at a time may use it. {@link #run} allocates nothing on the device and can be captured.
 */
public final class Matmul implements AutoCloseable {

    /** Tokens up to which plain arithmetic takes less than tensor cores. */
    private static final int VECTOR_TOKENS = 2;

    /** Where a product has more tokens, blocks share columns as if there were 256: prompts come in chunks of about that many. */
    private static final int PREFILL_TILES = 4;

    private static final int VECTOR_THREADS = 256;
    private static final int TILE_THREADS = 128;
    private static final int TENSOR_CORES = 80;

    private final Taken taken;
    private final int multiprocessors;
    private final boolean tensorCores;
    private final Map<WeightLayout, CudaFunction[]> vectors = new EnumMap<>(WeightLayout.class);
    private final Map<WeightLayout, CudaFunction[]> tiles = new EnumMap<>(WeightLayout.class);
    private final DeviceMemory partial;
    private final DeviceMemory counters;

    /**
     * Loads the kernels and makes the workspace.
     *
     * @param device that the context is of
     */
    public Matmul(CudaContext context, Kernels kernels, DeviceInfo device) {
        multiprocessors = device.multiprocessors();
        tensorCores = device.computeCapability() >= TENSOR_CORES;
        for (WeightLayout layout : WeightLayout.values()) {
            vectors.put(layout, functions(kernels, "matmul_vector_", layout, 1, 2));
            tiles.put(layout, functions(kernels, "matmul_tiles_", layout, 1, 2, 4, 8));
        }
        int blocks = MatmulShape.blocks(multiprocessors);
        taken = new Taken(context);
        try (Taken passing = new Taken(context)) {
            partial = taken.allocate("workspace of products", partialBytes(blocks));
            counters = taken.allocate("workspace of products", 4L * blocks);
            CudaStream stream = passing.stream();
            context.step(stream, () -> stream.fill(counters, (byte) 0));
        } catch (RuntimeException | Error e) {
            taken.closeAfter(e);
            throw e;
        }
    }

    /** Bytes of device memory of the workspace. */
    public static long workspaceBytes(DeviceInfo device) {
        int blocks = MatmulShape.blocks(device.multiprocessors());
        return partialBytes(blocks) + 4L * blocks;
    }

    /**
     * {@code y[t][r] = w[r] . x[t] + bias[r]}, added to {@code y[t][r]} if wanted, for all rows of {@code w} and all tokens. On the thread
     * that owns the context.
     *
     * @param bias as many floats as the matrix has rows
     * @param x floats, a row a token; its address and stride multiples of 16 bytes
     * @param xStride floats from one token to the next, a multiple of 4
     * @param y floats; what lies between its rows is left as it is
     * @param yStride floats from one token to the next
     * @throws IndexOutOfBoundsException if x or y is smaller than this says
     */
    public void run(
            CudaStream stream,
            DeviceMatrix w,
            @Nullable DeviceMemory bias,
            DeviceMemory x,
            int xStride,
            DeviceMemory y,
            int yStride,
            int tokens,
            boolean addToY) {
        requireRoom("x", x, xStride, w.columns(), tokens);
        requireRoom("y", y, yStride, w.rows(), tokens);
        if (xStride % 4 != 0) {
            throw new IllegalArgumentException("rows of x are " + xStride + " floats apart, no multiple of 4");
        }
        Product product = new Product(stream, w, bias, x, xStride, y, yStride, tokens, addToY);
        if (tokens <= VECTOR_TOKENS || !tensorCores) {
            vector(product);
        } else if (tokens <= MatmulShape.TILE_TOKENS) {
            tiles(product, MatmulShape.of(w.rows(), w.columns(), 1, multiprocessors));
        } else {
            prefill(product);
        }
    }

    @Override
    public void close() {
        taken.close();
    }

    /** What {@link #run} is asked. */
    private record Product(
            CudaStream stream,
            DeviceMatrix w,
            @Nullable DeviceMemory bias,
            DeviceMemory x,
            int xStride,
            DeviceMemory y,
            int yStride,
            int tokens,
            boolean addToY) {

        KernelArguments arguments() {
            return new KernelArguments()
                    .add(w.codes())
                    .add(w.scales())
                    .add(bias)
                    .add(x)
                    .add(xStride)
                    .add(y)
                    .add(yStride)
                    .add(w.rows())
                    .add(w.columns())
                    .add(tokens)
                    .add(addToY ? 1 : 0);
        }

        /** The same for some of the tokens. */
        Product part(int from, int count) {
            return new Product(
                    stream, w, bias, rest(x, from, xStride), xStride, rest(y, from, yStride), yStride, count, addToY);
        }

        private static DeviceMemory rest(DeviceMemory memory, int token, int stride) {
            long from = 4L * token * stride;
            return memory.slice(from, memory.bytes() - from);
        }
    }

    private void vector(Product product) {
        DeviceMatrix w = product.w();
        int lanes = w.layout().codeRowBytes(w.columns()) / 16;
        int splits = MatmulShape.vectorSplits(w.rows(), lanes, multiprocessors);
        int each = Math.min(product.tokens(), VECTOR_TOKENS);
        CudaFunction kernel = vectors.get(w.layout())[each - 1];
        product.stream()
                .launch(
                        kernel,
                        MatmulShape.vectorBlocks(w.rows(), splits),
                        1,
                        (product.tokens() + each - 1) / each,
                        VECTOR_THREADS,
                        VECTOR_THREADS / 32 * 4 * each * Float.BYTES,
                        product.arguments().add(splits));
    }

    /** In one launch, or in as many as the workspace makes necessary. */
    private void prefill(Product product) {
        DeviceMatrix w = product.w();
        MatmulShape shape = MatmulShape.of(w.rows(), w.columns(), PREFILL_TILES, multiprocessors);
        int most = product.tokens();
        if (shape.splits() > 1) {
            int blocks = MatmulShape.rowBlocks(w.rows()) * shape.splits();
            most = MatmulShape.blocks(multiprocessors) / blocks * MatmulShape.TILE_TOKENS;
        }
        for (int from = 0; from < product.tokens(); from += most) {
            tiles(product.part(from, Math.min(most, product.tokens() - from)), shape);
        }
    }

    private void tiles(Product product, MatmulShape shape) {
        int eights = (product.tokens() + 7) / 8;
        int variant = eights == 1 ? 0 : eights == 2 ? 1 : eights <= 4 ? 2 : 3;
        int each = 8 << variant;
        DeviceMatrix w = product.w();
        product.stream()
                .launch(
                        tiles.get(w.layout())[variant],
                        MatmulShape.rowBlocks(w.rows()),
                        shape.splits(),
                        (product.tokens() + each - 1) / each,
                        TILE_THREADS,
                        sharedBytes(w.layout(), variant),
                        product.arguments().add(shape.span()).add(partial).add(counters));
    }

    /** One or two stages of 8 or 16 steps of 16 columns; {@code Stage} of {@code matmul_tiles.cuh}. */
    private static int sharedBytes(WeightLayout layout, int variant) {
        int tiles = 1 << variant;
        int steps = tiles == 1 ? 16 : 8;
        int buffers = tiles >= 4 ? 1 : 2;
        int sums = layout.hasMinimum() ? steps * tiles * 8 * Float.BYTES : 0;
        return buffers * (steps * tiles * 32 * 16 + sums);
    }

    private static long partialBytes(int blocks) {
        return (long) blocks * MatmulShape.TILE_ROWS * MatmulShape.TILE_TOKENS * Float.BYTES;
    }

    private static CudaFunction[] functions(Kernels kernels, String name, WeightLayout layout, int... variants) {
        CudaFunction[] functions = new CudaFunction[variants.length];
        for (int i = 0; i < variants.length; i++) {
            functions[i] = kernels.get(name + layout.label() + "_" + variants[i]);
        }
        return functions;
    }

    private static void requireRoom(String name, DeviceMemory memory, int stride, int width, int tokens) {
        if (tokens < 1 || stride < width || 4 * ((tokens - 1L) * stride + width) > memory.bytes()) {
            throw new IndexOutOfBoundsException(name + " of " + memory.bytes() + " bytes has no " + tokens + " rows of "
                    + width + " floats, " + stride + " apart");
        }
    }
}
