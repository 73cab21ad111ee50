package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Opens GGUF files and Hugging Face folders as models that are ready to run on the processor or on another device. Safe from any thread. */
public final class ModelLoader {

    private final CpuDevice device;

    /** @param device the processor, shared by all models that run there; must outlive them */
    public ModelLoader(CpuDevice device) {
        this.device = device;
    }

    /** Threads that a step of a model uses on the processor. */
    public int threads() {
        return device.threads();
    }

    /**
     * Opens a model on the processor. What was opened before a failure is closed again.
     *
     * @param id as operators and API callers name it
     * @return to be closed by the caller
     * @param path a GGUF file or a Hugging Face folder
     * @throws IOException if a file cannot be read
     * @throws ModelFormatException if it cannot be used, naming the key or tensor at fault
     * @throws IllegalArgumentException if {@code options} leave no room for the model
     */
    public LoadedModel load(String id, Path path, CpuExecutorOptions options, LoadProgress progress)
            throws IOException {
        return load(id, path, new OnProcessor(device, options), progress);
    }

    /**
     * Opens a model on another device. What was opened before a failure is closed again.
     *
     * @return to be closed by the caller
     * @throws IOException if a file cannot be read
     * @throws ModelFormatException if it cannot be used, naming the key or tensor at fault
     * @throws IllegalArgumentException if the device has not the memory, with bytes needed, bytes free and which setting to change; or
     *     if it fails otherwise
     * @throws io.tokenrouter.engine.executor.LostDeviceException if the device was lost
     */
    public LoadedModel load(String id, Path path, OfferedDevice on, ExecutorOptions options, LoadProgress progress)
            throws IOException {
        return load(id, path, new OnDevice(on, options), progress);
    }

    /** Makes the executor of a model. */
    @FunctionalInterface
    private interface Executors {
        ModelExecutor open(ModelConfig config, ModelFiles weights, int vocabularySize, int[] gaps);
    }

    /** Makes executors that run on the cores. */
    private record OnProcessor(CpuDevice device, CpuExecutorOptions options) implements Executors {
        @Override
        public ModelExecutor open(ModelConfig config, ModelFiles weights, int vocabularySize, int[] gaps) {
            try {
                return CpuModelExecutor.create(config, weights, vocabularySize, gaps, device, options);
            } catch (OutOfMemoryError e) {
                // Sizes come from the file and the options: too large is a refusal, and what was allocated is garbage
                // by now.
                throw new ModelFormatException(
                        "the model does not fit the memory of this JVM ("
                                + Runtime.getRuntime().maxMemory() / (1 << 20)
                                + " MiB); give it more with -Xmx or a smaller KV cache",
                        e);
            }
        }
    }

    /** Makes executors of another device, whose driver may fail in any way. */
    private record OnDevice(OfferedDevice device, ExecutorOptions options) implements Executors {
        @Override
        public ModelExecutor open(ModelConfig config, ModelFiles weights, int vocabularySize, int[] gaps) {
            try {
                return device.open(config, weights, vocabularySize, gaps, options);
            } catch (ModelFormatException | IllegalArgumentException | LostDeviceException e) {
                throw e;
            } catch (RuntimeException | LinkageError e) {
                throw new IllegalArgumentException(
                        UsableDevices.label(device) + " cannot open the model: " + e.getMessage(), e);
            }
        }
    }

    private LoadedModel load(String id, Path path, Executors executors, LoadProgress progress) throws IOException {
        progress.begins(LoadProgress.Stage.FILE);
        ModelFiles weights = ModelFiles.open(path);
        LoadedModel model;
        try {
            model = load(id, weights, executors, progress);
        } catch (IOException | RuntimeException | Error e) {
            weights.close();
            throw e;
        }
        try {
            progress.begins(LoadProgress.Stage.READY);
            return model;
        } catch (RuntimeException | Error e) {
            model.close();
            throw e;
        }
    }

    private LoadedModel load(String id, ModelFiles weights, Executors executors, LoadProgress progress)
            throws IOException {
        ModelConfig config = weights.config();
        Language language = Language.of(weights, config.vocabularySize());
        progress.begins(LoadProgress.Stage.TOKENIZER);
        Tokenizer tokenizer = language.tokenizer();
        try {
            language.checkSize(tokenizer.vocabulary(), config);
            ModelDescription description =
                    ModelDescription.of(weights, config, tokenizer.vocabulary().size());
            ChatTemplate chatTemplate =
                    language.chatTemplate(tokenizer.vocabulary()).orElseGet(() -> new MissingChatTemplate(id));
            progress.begins(LoadProgress.Stage.EXECUTOR);
            return new LoadedModel(
                    id,
                    description,
                    tokenizer,
                    chatTemplate,
                    executor(description, tokenizer.vocabulary(), weights, executors),
                    weights);
        } catch (IOException | RuntimeException | Error e) {
            tokenizer.close();
            throw e;
        }
    }

    /** Ids beyond the tokenizer's are padding of the embedding; the executor samples neither them nor gaps between ids. */
    private static ModelExecutor executor(
            ModelDescription description, Vocabulary vocabulary, ModelFiles weights, Executors executors) {
        return executors.open(description.config(), weights, vocabulary.size(), gaps(vocabulary));
    }

    /** What a file itself calls an end stays one, whatever it is spelled like. */
    private static int[] gaps(Vocabulary vocabulary) {
        return IntStream.range(0, vocabulary.size())
                .filter(id ->
                        vocabulary.piece(id).isEmpty() && !vocabulary.endIds().contains(id))
                .toArray();
    }
}
