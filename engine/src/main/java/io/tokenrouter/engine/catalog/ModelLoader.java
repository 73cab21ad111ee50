package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import io.tokenrouter.engine.tokenizer.template.GgufChatTemplates;
import java.io.IOException;
import java.nio.file.Path;

/** Opens GGUF files as models that are ready to run on one device. Safe from any thread. */
public final class ModelLoader {

    private final CpuDevice device;

    /** @param device shared by all models; must outlive them */
    public ModelLoader(CpuDevice device) {
        this.device = device;
    }

    /** Threads that a step of its models uses. */
    public int threads() {
        return device.threads();
    }

    /**
     * Opens a model. What was opened before a failure is closed again.
     *
     * @param id as operators and API callers name it
     * @return to be closed by the caller
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it cannot be used, naming the key or tensor at fault
     * @throws IllegalArgumentException if {@code options} leave no room for the model
     */
    public LoadedModel load(String id, Path file, CpuExecutorOptions options, LoadProgress progress)
            throws IOException {
        progress.begins(LoadProgress.Stage.FILE);
        GgufFile weights = GgufFile.open(file);
        LoadedModel model;
        try {
            model = load(id, weights, options, progress);
        } catch (RuntimeException | Error e) {
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

    private LoadedModel load(String id, GgufFile weights, CpuExecutorOptions options, LoadProgress progress) {
        ModelConfig config = weights.config();
        progress.begins(LoadProgress.Stage.TOKENIZER);
        Tokenizer tokenizer = GgufTokenizers.create(weights.metadata());
        try {
            ModelDescription description =
                    ModelDescription.of(weights, config, tokenizer.vocabulary().size());
            ChatTemplate chatTemplate = GgufChatTemplates.read(weights.metadata(), tokenizer.vocabulary())
                    .orElseGet(() -> new MissingChatTemplate(id));
            progress.begins(LoadProgress.Stage.EXECUTOR);
            return new LoadedModel(
                    id, description, tokenizer, chatTemplate, executor(description, weights, options), weights);
        } catch (RuntimeException | Error e) {
            tokenizer.close();
            throw e;
        }
    }

    /** Ids beyond the tokenizer's are padding of the embedding; the executor never samples them. */
    private CpuModelExecutor executor(ModelDescription description, GgufFile weights, CpuExecutorOptions options) {
        int ids = description.tokenizerSize();
        int rows = description.config().vocabularySize();
        if (ids > rows) {
            throw new ModelFormatException("the tokenizer has " + ids
                    + " ids (tokenizer.ggml.tokens), but the tensor token_embd.weight only " + rows + " rows");
        }
        try {
            return CpuModelExecutor.create(description.config(), weights, ids, device, options);
        } catch (OutOfMemoryError e) {
            // Sizes come from the file and the options: too large is a refusal, and what was allocated is garbage by
            // now.
            throw new ModelFormatException(
                    "the model does not fit the memory of this JVM ("
                            + Runtime.getRuntime().maxMemory() / (1 << 20)
                            + " MiB); give it more with -Xmx or a smaller KV cache",
                    e);
        }
    }
}
