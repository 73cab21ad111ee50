package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;

/**
 * A model ready to run. Owns its executor and tokenizer.
 *
 * @param id as operators and API callers name it
 */
public record LoadedModel(
        String id, ModelDescription description, Tokenizer tokenizer, ChatTemplate chatTemplate, ModelExecutor executor)
        implements AutoCloseable {

    @Override
    public void close() {
        executor.close();
        tokenizer.close();
    }
}
