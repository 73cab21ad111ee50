package io.tokenrouter.engine.golden;

import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.executor.cpu.KvType;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.HuggingFaceFolder;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One of the tiny models of the reference data, in one of the forms in which it lies there.
 *
 * @param name of the family
 */
record TinyModel(String name, Source source) {

    /** How it is stored. */
    enum Source {
        GGUF,
        FOLDER,
        LEGACY_FOLDER
    }

    static final List<TinyModel> ALL = Stream.concat(
                    Stream.of(
                                    "llama",
                                    "llama-linear-rope",
                                    "llama3-rope",
                                    "llama-mixed",
                                    "qwen2",
                                    "qwen2-yarn",
                                    "qwen3")
                            .map(name -> new TinyModel(name, Source.GGUF)),
                    Stream.of(
                                    "llama",
                                    "llama-tied",
                                    "llama-linear-rope",
                                    "llama3-rope",
                                    "mistral",
                                    "qwen2",
                                    "qwen2-yarn",
                                    "qwen3",
                                    "gemma2",
                                    "gemma3",
                                    "smollm3",
                                    "phi3",
                                    "phi3-longrope",
                                    "olmo2")
                            .flatMap(name -> Stream.of(
                                    new TinyModel(name, Source.FOLDER), new TinyModel(name, Source.LEGACY_FOLDER))))
            .toList();

    private static final int BLOCK = 16;

    /** Its threads are daemons, and sleep between steps. */
    private static final CpuDevice DEVICE = new CpuDevice(2);

    /** A check on an executor of the model. */
    interface Check {
        void on(ModelExecutor executor) throws IOException;
    }

    JsonNode reference() throws IOException {
        return References.json(SharedFiles.require(
                isMixed() ? "golden/gguf/llama-mixed.json" : "golden/tiny/" + name + "/reference.json"));
    }

    /** The file of its logits; null if there is none. */
    @Nullable
    String logits() {
        return isMixed() ? null : "golden/tiny/" + name + "/logits.safetensors";
    }

    private boolean isMixed() {
        return name.equals("llama-mixed");
    }

    /**
     * @param scratch an empty folder
     * @param positions room for so many, and no more than that takes: LongRoPE goes by the room that there is
     */
    void run(Path scratch, KernelChoice kernels, KvType kvType, int positions, Check check) throws IOException {
        try (ModelFiles files = open(scratch)) {
            ModelConfig config = files.config();
            long kvBytes = CpuMemory.kvBytesPerToken(config, kvType) * Math.ceilDiv(positions, BLOCK) * BLOCK;
            CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS
                    .withBlockSize(BLOCK)
                    .withKvBytes(kvBytes)
                    .withKvType(kvType)
                    .withKernels(kernels);
            try (ModelExecutor executor =
                    CpuModelExecutor.create(config, files, config.vocabularySize(), DEVICE, options)) {
                check.on(executor);
            }
        }
    }

    private ModelFiles open(Path scratch) throws IOException {
        if (source == Source.GGUF) {
            return GgufFile.open(SharedFiles.require("golden/gguf/" + name + ".gguf"));
        }
        Path folder = SharedFiles.require("golden/tiny/" + name);
        return HuggingFaceFolder.open(source == Source.FOLDER ? folder : legacy(folder, scratch));
    }

    private static Path legacy(Path folder, Path scratch) throws IOException {
        Path config = scratch.resolve("config.json");
        if (!Files.exists(config)) {
            Files.copy(folder.resolve("config.legacy.json"), config);
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(
                                path -> path.getFileName().toString().startsWith("model"))
                        .toList()) {
                    Files.copy(file, scratch.resolve(file.getFileName()));
                }
            }
        }
        return scratch;
    }

    @Override
    public String toString() {
        return name + " " + source;
    }
}
