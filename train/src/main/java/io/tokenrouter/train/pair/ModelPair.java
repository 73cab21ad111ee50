package io.tokenrouter.train.pair;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.catalog.PairCompatibility;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A small and a large model on this machine's cores, ready to be asked. */
public final class ModelPair implements AutoCloseable {

    /** Target of requests that both models may answer. */
    public static final String PAIR = "pair";

    /** Target of requests to the large model alone. */
    public static final String LARGE = "large";

    private static final String SMALL = "small";

    /** Of the heap, what the keys and values of one model may take: one part of so many. */
    private static final int MOST_OF_HEAP = 6;

    private final CpuDevice device;
    private final LoadedModel small;
    private final LoadedModel large;
    private final RoutingEngine engine;
    private final AtomicLong asked = new AtomicLong();

    private ModelPair(
            CpuDevice device,
            LoadedModel small,
            LoadedModel large,
            Collection<? extends AlgorithmFactory> algorithms,
            HeadLibrary heads) {
        this.device = device;
        this.small = small;
        this.large = large;
        List<AlgorithmFactory> all = new ArrayList<>(RoutingAlgorithms.load().all());
        all.addAll(algorithms);
        engine = new RoutingEngine(EngineOptions.DEFAULTS, new RoutingAlgorithms(all, heads));
        engine.addModel(SMALL, small.executor(), small.tokenizer().vocabulary());
        engine.addModel(LARGE, large.executor(), large.tokenizer().vocabulary());
        engine.addPair(PAIR, SMALL, LARGE, PolicySpec.of("fixed"));
    }

    /**
     * @param requests so many are to have room for their keys and values at once, as far as memory goes
     * @param algorithms that requests may name beside the built-in ones
     * @param heads that policies may name
     * @throws IOException if a file cannot be read
     * @throws ModelFormatException if a model cannot be used, or the two have not one vocabulary
     */
    public static ModelPair open(
            Path smallFile,
            Path largeFile,
            int threads,
            int requests,
            Collection<? extends AlgorithmFactory> algorithms,
            HeadLibrary heads)
            throws IOException {
        CpuDevice device = new CpuDevice(threads);
        List<AutoCloseable> opened = new ArrayList<>(List.of(device));
        try {
            ModelLoader loader = new ModelLoader(device);
            LoadedModel small = loader.load(SMALL, smallFile, room(smallFile, requests), LoadProgress.NONE);
            opened.addFirst(small);
            LoadedModel large = loader.load(LARGE, largeFile, room(largeFile, requests), LoadProgress.NONE);
            opened.addFirst(large);
            PairCompatibility compatibility = PairCompatibility.of(small, large);
            if (!compatibility.isCompatible()) {
                throw new ModelFormatException(compatibility.difference().orElseThrow());
            }
            return new ModelPair(device, small, large, algorithms, heads);
        } catch (IOException | RuntimeException e) {
            for (AutoCloseable each : opened) {
                closeAfter(e, each);
            }
            throw e;
        }
    }

    private static CpuExecutorOptions room(Path file, int requests) throws IOException {
        try (ModelFiles weights = ModelFiles.open(file)) {
            ModelConfig config = weights.config();
            long wanted = (long) requests
                    * config.contextLength()
                    * CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType());
            return CpuExecutorOptions.DEFAULTS
                    .withKvBytes(Math.min(wanted, Runtime.getRuntime().maxMemory() / MOST_OF_HEAP))
                    .withMaxStepTokens(1024);
        }
    }

    private static void closeAfter(Exception failure, AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    /** Requests to this pair. */
    public Asker asker(int atOnce) {
        return new Asker(engine, LARGE, atOnce, asked);
    }

    /** Ids of a user's message and the opening of the answer, as the small model's chat template has it. */
    public int[] prompt(String message) {
        return small.tokenizer()
                .encode(small.chatTemplate()
                        .render(List.of(Map.of("role", "user", "content", message)), List.of(), Map.of()));
    }

    /** Whether both models have room for these ids and one more. */
    public boolean hasRoomFor(int[] prompt) {
        return prompt.length
                < Math.min(room(small.executor().spec()), room(large.executor().spec()));
    }

    private static long room(ExecutorSpec spec) {
        return Math.min(spec.contextLength(), (long) spec.blockCount() * spec.blockSize());
    }

    /** The text of ids; control tokens are left out. */
    public String text(int[] ids) {
        return small.tokenizer().decode(ids);
    }

    /** Whether an id ends an answer of the large model. */
    public boolean isEnd(int id) {
        return large.tokenizer().vocabulary().endIds().contains(id);
    }

    /** Width of the small model's hidden states. */
    public int hiddenSize() {
        return small.description().config().hiddenSize();
    }

    /** The small model's table of embeddings, a row a token id; valid until this is closed. */
    public Tensor embeddings() {
        return small.weights().get("token_embd.weight");
    }

    @Override
    public void close() {
        try (device;
                small;
                large) {
            engine.close();
        }
    }
}
