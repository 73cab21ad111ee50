package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.gpu.candidate.HeadKernels.Activation;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** R2R's residual network on hidden state, embedding of the token, and largest logits. */
final class ResidualHead implements HeadPass {

    private final HeadKernels kernels;
    private final EmbeddingRows embedding;
    private final HeadMemory memory;
    private final int hiddenSize;
    private final HeadLayer logits;
    private final HeadLayer combined;
    private final HeadLayer entry;
    private final HeadLayer output;
    private final Norm lastNorm;
    private final List<Block> blocks = new ArrayList<>();
    private final DeviceMemory tokens;
    private final DeviceMemory best;
    private final DeviceMemory features;
    private final DeviceMemory combinedOut;
    private final DeviceMemory entryOut;
    private final DeviceMemory normed;

    private record Norm(DeviceMemory weight, DeviceMemory bias, int width) {

        static Norm upload(RouterNet.LayerNorm norm, HeadMemory memory) {
            return new Norm(
                    memory.floats(norm.weight()),
                    memory.floats(norm.bias()),
                    norm.weight().columns());
        }
    }

    /** @param kept where the skipped path ends; null where it is the input itself */
    private record Block(
            Norm norm,
            HeadLayer up,
            HeadLayer down,
            @Nullable HeadLayer skip,
            DeviceMemory normed,
            DeviceMemory inner,
            @Nullable DeviceMemory kept,
            DeviceMemory sum) {}

    ResidualHead(RouterNet.Residual net, HeadKernels kernels, EmbeddingRows embedding, HeadMemory memory) {
        this.kernels = kernels;
        this.embedding = embedding;
        this.memory = memory;
        hiddenSize = net.hiddenSize();
        logits = HeadLayer.upload(net.logits(), memory);
        combined = HeadLayer.upload(net.combined(), memory);
        entry = HeadLayer.upload(net.entry(), memory);
        for (RouterNet.Block block : net.blocks()) {
            HeadLayer skip = block.skip() == null ? null : HeadLayer.upload(block.skip(), memory);
            blocks.add(new Block(
                    Norm.upload(block.norm(), memory),
                    HeadLayer.upload(block.up(), memory),
                    HeadLayer.upload(block.down(), memory),
                    skip,
                    memory.rows(block.up().inputs()),
                    memory.rows(block.up().outputs()),
                    skip == null ? null : memory.rows(skip.outputs()),
                    memory.rows(block.down().outputs())));
        }
        lastNorm = Norm.upload(net.norm(), memory);
        output = HeadLayer.upload(net.output(), memory);
        tokens = memory.rows(1);
        best = memory.rows(net.topLogits());
        features = memory.rows(3 * hiddenSize);
        combinedOut = memory.rows(combined.outputs());
        entryOut = memory.rows(entry.outputs());
        normed = memory.rows(output.inputs());
    }

    @Override
    public void enqueue(CudaStream stream, HeadEntries entries, DeviceMemory out) {
        int count = entries.count();
        int stride = HeadMemory.stride(3 * hiddenSize);
        kernels.hidden(stream, entries, features, stride);
        kernels.tokens(stream, entries, tokens);
        embedding.decode(stream, tokens, count, from(features, hiddenSize), stride);
        kernels.bestLogits(stream, entries, logits.inputs(), best, HeadMemory.stride(logits.inputs()));
        linear(stream, logits, best, from(features, 2 * hiddenSize), stride, count);
        linear(stream, combined, features, combinedOut, HeadMemory.stride(combined.outputs()), count);
        linear(stream, entry, combinedOut, entryOut, HeadMemory.stride(entry.outputs()), count);
        DeviceMemory x = entryOut;
        for (Block block : blocks) {
            add(stream, block, x, count);
            x = block.sum();
        }
        kernels.norm(stream, lastNorm.weight(), lastNorm.bias(), x, normed, lastNorm.width(), count);
        int width = HeadMemory.stride(output.inputs());
        kernels.linear(stream, output, normed, width, null, out, 1, count, Activation.LOGISTIC);
    }

    private void add(CudaStream stream, Block block, DeviceMemory x, int count) {
        Norm norm = block.norm();
        kernels.norm(stream, norm.weight(), norm.bias(), x, block.normed(), norm.width(), count);
        int in = HeadMemory.stride(block.up().inputs());
        int wide = HeadMemory.stride(block.up().outputs());
        int sum = HeadMemory.stride(block.down().outputs());
        kernels.linear(stream, block.up(), block.normed(), in, null, block.inner(), wide, count, Activation.GELU);
        DeviceMemory kept = x;
        if (block.skip() != null && block.kept() != null) {
            kept = block.kept();
            linear(stream, block.skip(), x, kept, HeadMemory.stride(block.skip().outputs()), count);
        }
        kernels.linear(stream, block.down(), block.inner(), wide, kept, block.sum(), sum, count, Activation.NONE);
    }

    private void linear(CudaStream stream, HeadLayer layer, DeviceMemory x, DeviceMemory y, int yStride, int count) {
        int xStride = HeadMemory.stride(layer.inputs());
        kernels.linear(stream, layer, x, xStride, null, y, yStride, count, Activation.NONE);
    }

    private static DeviceMemory from(DeviceMemory memory, int number) {
        long bytes = (long) number * Float.BYTES;
        return memory.slice(bytes, memory.bytes() - bytes);
    }

    @Override
    public void close() {
        memory.close();
    }
}
