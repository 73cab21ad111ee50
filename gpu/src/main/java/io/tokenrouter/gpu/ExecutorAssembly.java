package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.model.DecoderWeights;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelWeights;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.gpu.candidate.CandidateStage;
import io.tokenrouter.gpu.candidate.EmbeddingRows;
import io.tokenrouter.gpu.candidate.RowBuffers;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.DeviceMemoryException;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.layers.Embedding;
import io.tokenrouter.gpu.layers.Rotary;
import io.tokenrouter.gpu.memory.Taken;
import io.tokenrouter.gpu.weights.Matmul;
import io.tokenrouter.gpu.weights.WeightUploader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one executor: checks the memory, uploads the weights, takes the buffers. What was taken before a failure is given back. */
final class ExecutorAssembly {

    private final CudaDevice device;
    private final ModelConfig config;
    private final ModelShape shape;
    private final ExecutorOptions options;
    private final CudaExecutorOptions how;
    private final CudaContext context;
    private final Kernels kernels;

    ExecutorAssembly(CudaDevice device, ModelConfig config, ExecutorOptions options, CudaExecutorOptions how) {
        this.device = device;
        this.config = config;
        this.options = options;
        this.how = how;
        shape = new ModelShape(config);
        CudaDevice.Opened opened = device.opened();
        context = opened.context();
        kernels = opened.kernels();
    }

    /** See {@link CudaModelExecutor#create}. */
    CudaModelExecutor assemble(ModelWeights weights, int vocabularySize, int[] gaps) {
        if (vocabularySize < 1 || vocabularySize > config.vocabularySize()) {
            throw new IllegalArgumentException("the tokenizer has " + vocabularySize + " ids, the model "
                    + config.vocabularySize() + " rows of embedding");
        }
        if (gaps.length >= vocabularySize) {
            throw new ModelFormatException("none of the tokenizer's " + vocabularySize + " ids stands for anything");
        }
        DeviceBytes needed = device.bytesFor(config, weights, options);
        long free = context.freeBytes();
        if (needed.total() > free) {
            throw tooLarge(needed, free);
        }
        DeviceArena memory = new DeviceArena(context);
        try {
            return assemble(weights, vocabularySize, gaps, memory);
        } catch (DeviceMemoryException e) {
            memory.closeAfter(e);
            throw tooLarge(needed, e.free());
        } catch (RuntimeException | Error e) {
            memory.closeAfter(e);
            throw e;
        }
    }

    private CudaModelExecutor assemble(ModelWeights weights, int vocabularySize, int[] gaps, DeviceArena memory) {
        ExecutorSpec spec =
                shape.spec(options, vocabularySize, how.graphs() ? Buckets.upTo(options.maxRows()) : List.of());
        CudaStream stream = context.stream();
        memory.own(() -> context.free(stream));
        DecoderWeights stored = DecoderWeights.load(
                config, weights, KernelChoice.fromSystemProperty().kernels());
        DecoderMatrices matrices = upload(stored, vocabularySize, memory);
        Activations buffers = Activations.allocate(memory, shape, spec);
        StepBuffers step = memory.own(new StepBuffers(context, spec));
        Matmul matmul = memory.own(new Matmul(context, kernels, device.info()));
        List<DeviceMemory> caches = caches(memory, spec);
        List<Rotary> rotaries = rotaries(memory, stream, spec);
        DeviceMemory gapIds = gapIds(memory, stream, gaps);
        DecoderForward forward = context.call(() -> new DecoderForward(
                kernels,
                shape,
                matrices,
                buffers,
                step,
                caches,
                rotaries,
                matmul,
                spec.blockSize(),
                vocabularySize,
                gapIds));
        RowBuffers rows = new RowBuffers(
                buffers.logits(),
                Activations.logitStride(vocabularySize),
                vocabularySize,
                buffers.last(),
                shape.hidden(),
                Buckets.LARGEST);
        CandidateStage candidates = memory.own(
                new CandidateStage(context, stream, kernels, rows, vocabularySize - gaps.length, stored(matrices)));
        return new CudaModelExecutor(device, context, stream, spec, memory, step, forward, candidates, how.graphs());
    }

    private DecoderMatrices upload(DecoderWeights stored, int vocabularySize, DeviceArena memory) {
        try (WeightUploader uploader = new WeightUploader(context)) {
            return DecoderMatrices.upload(stored, vocabularySize, uploader, memory);
        }
    }

    /** As heads read it. */
    private EmbeddingRows stored(DecoderMatrices matrices) {
        Embedding embedding = new Embedding(kernels, matrices.embedding(), 1);
        return (stream, ids, count, out, outStride) -> embedding.applyPlain(stream, ids, out, outStride, count);
    }

    private List<DeviceMemory> caches(DeviceArena memory, ExecutorSpec spec) {
        long perLayer = shape.layerBlockBytes(spec.blockSize()) * spec.blockCount();
        DeviceMemory all = memory.allocate("the KV cache", perLayer * config.layers());
        List<DeviceMemory> caches = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            caches.add(all.slice(layer * perLayer, perLayer));
        }
        return caches;
    }

    private List<Rotary> rotaries(DeviceArena memory, CudaStream stream, ExecutorSpec spec) {
        int tokens = Math.max(spec.maxStepTokens(), Buckets.LARGEST);
        return config.attention().ropes().stream()
                .map(rope -> memory.own(new Rotary(context, stream, kernels, rope, spec.contextLength(), tokens)))
                .toList();
    }

    private @Nullable DeviceMemory gapIds(DeviceArena memory, CudaStream stream, int[] gaps) {
        if (gaps.length == 0) {
            return null;
        }
        long bytes = (long) Integer.BYTES * gaps.length;
        DeviceMemory ids = memory.allocate("ids that stand for nothing", bytes);
        try (Taken passing = new Taken(context)) {
            PinnedMemory pinned = passing.allocatePinned(bytes);
            pinned.bytes().asIntBuffer().put(gaps);
            context.step(stream, () -> stream.upload(pinned, ids, bytes));
        }
        return ids;
    }

    private IllegalArgumentException tooLarge(DeviceBytes needed, long free) {
        return new IllegalArgumentException(
                "the model needs " + needed.total() + " bytes of " + device.name()
                        + " (weights " + needed.weights() + ", KV cache " + needed.keysAndValues() + ", work space "
                        + needed.workspace() + "), and " + free
                        + " are free; give its KV cache less with --kv-memory, unload another model, or choose another --device");
    }
}
