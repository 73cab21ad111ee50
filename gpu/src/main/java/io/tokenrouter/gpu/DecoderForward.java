package io.tokenrouter.gpu;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.NormConfig.Placement;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.layers.Attention;
import io.tokenrouter.gpu.layers.CacheUpdate;
import io.tokenrouter.gpu.layers.Embedding;
import io.tokenrouter.gpu.layers.GatedActivation;
import io.tokenrouter.gpu.layers.LogitRows;
import io.tokenrouter.gpu.layers.RmsNorm;
import io.tokenrouter.gpu.layers.Rotary;
import io.tokenrouter.gpu.weights.Matmul;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forward pass of all families: gives the kernels of a step to a stream. What a family does otherwise is decided by its config. All
 * methods are for the thread that owns the context, and only launch.
 */
final class DecoderForward {

    /** How the tokens of a step attend. */
    @FunctionalInterface
    interface AttentionForm {
        void attend(DeviceMemory cache, int window);
    }

    private final ModelShape shape;
    private final Placement placement;
    private final DecoderMatrices weights;
    private final Activations buffers;
    private final StepBuffers step;
    private final List<DeviceMemory> caches;
    private final int vocabularySize;

    private final Matmul matmul;
    private final Embedding embedding;
    private final RmsNorm norm;
    private final CacheUpdate cacheUpdate;
    private final Attention attention;
    private final GatedActivation activation;
    private final LogitRows logitRows;
    private final List<Rotary> rotaries;

    /**
     * @param caches keys and values of each layer
     * @param rotaries one for each rotary embedding of the config
     * @param gaps ids, int32, that are never drawn; null for none
     */
    DecoderForward(
            Kernels kernels,
            ModelShape shape,
            DecoderMatrices weights,
            Activations buffers,
            StepBuffers step,
            List<DeviceMemory> caches,
            List<Rotary> rotaries,
            Matmul matmul,
            int blockSize,
            int vocabularySize,
            @Nullable DeviceMemory gaps) {
        ModelConfig config = shape.config();
        this.shape = shape;
        this.weights = weights;
        this.buffers = buffers;
        this.step = step;
        this.caches = List.copyOf(caches);
        this.rotaries = List.copyOf(rotaries);
        this.matmul = matmul;
        this.vocabularySize = vocabularySize;
        placement = config.norms().placement();
        embedding = new Embedding(kernels, weights.embedding(), config.embeddingScale());
        norm = new RmsNorm(kernels, shape.hidden(), config.norms().epsilon());
        cacheUpdate =
                new CacheUpdate(kernels, config.attention(), config.norms().epsilon(), blockSize);
        attention = new Attention(kernels, config.attention(), blockSize);
        activation = new GatedActivation(kernels, config.activation(), shape.inner());
        logitRows = new LogitRows(kernels, vocabularySize, config.logitCap(), gaps);
    }

    /** Most tokens of a stretch of {@link #extendInTiles}. */
    int tileTokens() {
        return attention.tileTokens();
    }

    /**
     * A small step: every token by itself.
     *
     * @param tokens padded
     * @param chunks of context that the longest sequence has, padded
     */
    void extendTokenwise(CudaStream stream, int tokens, int chunks) {
        extend(
                stream,
                tokens,
                (cache, window) -> attention.tokenwise(
                        stream,
                        step.arrays(),
                        buffers.qkv(),
                        cache,
                        window,
                        tokens,
                        chunks,
                        buffers.attention(),
                        buffers.attended()));
    }

    /** A large step, in stretches of the sequences. */
    void extendInTiles(CudaStream stream, int tokens, int tiles) {
        extend(
                stream,
                tokens,
                (cache, window) -> attention.tiles(
                        stream,
                        step.arrays(),
                        buffers.qkv(),
                        cache,
                        window,
                        tokens,
                        step.tiles(),
                        tiles,
                        buffers.attended()));
    }

    private void extend(CudaStream stream, int tokens, AttentionForm form) {
        for (Rotary rotary : rotaries) {
            rotary.prepare(stream, step.positions(), tokens);
        }
        embedding.apply(stream, step.ids(), buffers.hidden(), tokens);
        List<DecoderMatrices.Layer> layers = weights.layers();
        if (placement.before()) {
            norm.normalize(stream, buffers.hidden(), layers.getFirst().attentionNorm(), buffers.normed(), tokens);
        }
        for (int i = 0; i < layers.size(); i++) {
            DecoderMatrices.Layer layer = layers.get(i);
            attend(stream, i, layer, tokens, form);
            leave(
                    stream,
                    layer.output(),
                    buffers.attended(),
                    layer.attentionNormAfter(),
                    layer.feedForwardNorm(),
                    tokens);
            feedForward(stream, layer, tokens);
            DeviceMemory next = i + 1 < layers.size() ? layers.get(i + 1).attentionNorm() : null;
            leave(stream, layer.down(), buffers.inner(), layer.feedForwardNormAfter(), next, tokens);
        }
    }

    private DeviceMemory branchInput() {
        return placement.before() ? buffers.normed() : buffers.hidden();
    }

    private void attend(CudaStream stream, int index, DecoderMatrices.Layer layer, int tokens, AttentionForm form) {
        AttentionConfig.Layer config = shape.config().attention().layers().get(index);
        DeviceMemory cache = caches.get(index);
        multiply(stream, layer.queryKeyValue(), branchInput(), shape.hidden(), buffers.qkv(), tokens);
        cacheUpdate.apply(
                stream,
                step.arrays(),
                rotary(config.rope()),
                layer.queryNorm(),
                layer.keyNorm(),
                buffers.qkv(),
                cache,
                tokens);
        form.attend(cache, config.window());
    }

    private void feedForward(CudaStream stream, DecoderMatrices.Layer layer, int tokens) {
        multiply(stream, layer.gateUp(), branchInput(), shape.hidden(), buffers.gateUp(), tokens);
        activation.applySideBySide(stream, buffers.gateUp(), buffers.inner(), tokens);
    }

    private @Nullable Rotary rotary(@Nullable RopeConfig rope) {
        for (Rotary each : rotaries) {
            if (each.rope().equals(rope)) {
                return each;
            }
        }
        return null;
    }

    /**
     * The end of a branch: its last product gets into the residual stream, and what comes next is normalised.
     *
     * @param after weights of the norm on the way; null where the model has none
     * @param next weights of the next branch's norm; null where it has none, or nothing comes next
     */
    private void leave(
            CudaStream stream,
            DecoderMatrices.Product product,
            DeviceMemory in,
            @Nullable DeviceMemory after,
            @Nullable DeviceMemory next,
            int tokens) {
        int width = product.matrix().columns();
        if (after == null && next == null) {
            multiply(stream, product, in, width, buffers.hidden(), shape.hidden(), tokens, true);
            return;
        }
        multiply(stream, product, in, width, buffers.product(), shape.hidden(), tokens, false);
        if (after == null) {
            norm.addThenNormalize(stream, buffers.product(), buffers.hidden(), next, buffers.normed(), tokens);
        } else if (next == null) {
            norm.add(stream, buffers.product(), after, buffers.hidden(), tokens);
        } else {
            norm.addThenNormalizeNext(
                    stream, buffers.product(), after, buffers.hidden(), next, buffers.normed(), tokens);
        }
    }

    /** Products whose outputs lie side by side. */
    private void multiply(
            CudaStream stream,
            List<DecoderMatrices.Product> products,
            DeviceMemory x,
            int xStride,
            DeviceMemory y,
            int tokens) {
        int stride =
                products.stream().mapToInt(product -> product.matrix().rows()).sum();
        int from = 0;
        for (DecoderMatrices.Product product : products) {
            long skipped = (long) Float.BYTES * from;
            multiply(stream, product, x, xStride, y.slice(skipped, y.bytes() - skipped), stride, tokens, false);
            from += product.matrix().rows();
        }
    }

    private void multiply(
            CudaStream stream,
            DecoderMatrices.Product product,
            DeviceMemory x,
            int xStride,
            DeviceMemory y,
            int yStride,
            int tokens,
            boolean add) {
        matmul.run(stream, product.matrix(), product.bias(), x, xStride, y, yStride, tokens, add);
    }

    /** Rows of logits of the step's candidates, {@code count} of them, padded. */
    void logits(CudaStream stream, int count) {
        int stride = Activations.logitStride(vocabularySize);
        norm.normalizeRows(stream, buffers.hidden(), step.candidates(), weights.outputNorm(), buffers.last(), count);
        multiply(stream, weights.output(), buffers.last(), shape.hidden(), buffers.logits(), stride, count, false);
        logitRows.apply(stream, buffers.logits(), stride, count);
    }
}
