package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;
import org.jspecify.annotations.Nullable;

/** Launches of the parts of heads. All methods are for the thread that owns the context; strides are in floats. */
final class HeadKernels {

    /** Entries of one launch. */
    static final int MOST_ENTRIES = 64;

    /** As {@code heads.cu} numbers them. */
    enum Activation {
        NONE,
        RELU,
        LOGISTIC,
        GELU
    }

    private static final int GATHER_THREADS = 256;
    private static final int TOKEN_THREADS = 64;
    private static final int LINEAR_THREADS = 256;
    private static final int ROW_THREADS = 1024;
    private static final int LINEAR_OUTPUTS = 8;
    private static final int LINEAR_ENTRIES = 8;

    private final RowBuffers rows;
    private final RowKernels raw;
    private final DeviceMemory records;
    private final CudaFunction gather;
    private final CudaFunction tokens;
    private final CudaFunction bestLogits;
    private final CudaFunction linearF32;
    private final CudaFunction linearF16;
    private final CudaFunction linearBf16;
    private final CudaFunction norm;

    HeadKernels(Kernels kernels, RowBuffers rows, RowKernels raw, DeviceMemory records) {
        this.rows = rows;
        this.raw = raw;
        this.records = records;
        gather = kernels.get("head_gather");
        tokens = kernels.get("head_tokens");
        bestLogits = kernels.get("head_best_logits");
        linearF32 = kernels.get("head_linear_f32");
        linearF16 = kernels.get("head_linear_f16");
        linearBf16 = kernels.get("head_linear_bf16");
        norm = kernels.get("head_norm");
    }

    /** The hidden state of each entry. */
    void hidden(CudaStream stream, HeadEntries entries, DeviceMemory to, int toStride) {
        KernelArguments arguments = new KernelArguments()
                .add(rows.hidden())
                .add(rows.hiddenSize())
                .add(entries.rows())
                .add(rows.hiddenSize())
                .add(to)
                .add(toStride);
        stream.launch(gather, entries.count(), 1, 1, GATHER_THREADS, arguments);
    }

    /** The token of each entry, as int32. */
    void tokens(CudaStream stream, HeadEntries entries, DeviceMemory to) {
        KernelArguments arguments = new KernelArguments()
                .add(entries.rows())
                .add(entries.tokens())
                .add(entries.count())
                .add(records)
                .add(to);
        stream.launch(tokens, Math.ceilDiv(entries.count(), TOKEN_THREADS), 1, 1, TOKEN_THREADS, arguments);
    }

    /** The largest raw logits of each entry, the largest first. After the signals of their rows. */
    void bestLogits(CudaStream stream, HeadEntries entries, int count, DeviceMemory to, int toStride) {
        KernelArguments arguments = new KernelArguments()
                .add(rows.logits())
                .add(rows.stride())
                .add(rows.vocabularySize())
                .add(raw.chunkCount())
                .add(raw.chunks())
                .add(raw.best())
                .add(entries.rows())
                .add(count)
                .add(to)
                .add(toStride);
        stream.launch(bestLogits, entries.count(), 1, 1, ROW_THREADS, arguments);
    }

    /** {@code y = activation(layer(x) + addend)}. */
    void linear(
            CudaStream stream,
            HeadLayer layer,
            DeviceMemory x,
            int xStride,
            @Nullable DeviceMemory addend,
            DeviceMemory y,
            int yStride,
            int count,
            Activation activation) {
        CudaFunction kernel = switch (layer.format()) {
            case F32 -> linearF32;
            case F16 -> linearF16;
            case BF16 -> linearBf16;
            default -> throw new IllegalArgumentException("heads cannot read " + layer.format());
        };
        KernelArguments arguments = new KernelArguments()
                .add(layer.weights())
                .add(layer.bias())
                .add(x)
                .add(xStride)
                .add(layer.inputs())
                .add(addend)
                .add(HeadMemory.stride(layer.outputs()))
                .add(y)
                .add(yStride)
                .add(layer.outputs())
                .add(count)
                .add(activation.ordinal());
        stream.launch(
                kernel,
                Math.ceilDiv(layer.outputs(), LINEAR_OUTPUTS),
                Math.ceilDiv(count, LINEAR_ENTRIES),
                1,
                LINEAR_THREADS,
                arguments);
    }

    /** LayerNorm; x and y have the same stride. */
    void norm(
            CudaStream stream,
            DeviceMemory weight,
            DeviceMemory bias,
            DeviceMemory x,
            DeviceMemory y,
            int width,
            int count) {
        int stride = HeadMemory.stride(width);
        KernelArguments arguments = new KernelArguments()
                .add(x)
                .add(stride)
                .add(width)
                .add(weight)
                .add(bias)
                .add(y)
                .add(stride);
        stream.launch(norm, count, 1, 1, ROW_THREADS, arguments);
    }
}
