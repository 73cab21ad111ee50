package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.model.ModelWeights;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;

/**
 * A model ready to run. Owns its executor, tokenizer and weights.
 *
 * @param id as operators and API callers name it
 * @param chatTemplate refuses every conversation where the file has no template
 */
public record LoadedModel(
        String id,
        ModelDescription description,
        Tokenizer tokenizer,
        ChatTemplate chatTemplate,
        ModelExecutor executor,
        ModelWeights weights)
        implements AutoCloseable {

    /** Frees everything. The executor goes first: it waits for the step that runs and reads the weights until then. */
    @Override
    public void close() {
        try (weights;
                tokenizer) {
            executor.close();
        }
    }
}
