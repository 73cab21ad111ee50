package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.List;
import java.util.Map;

/**
 * Stands for the template of a model that has none, as base models do. A guessed format would answer, but badly, and nobody
 * would know why.
 */
record MissingChatTemplate(String modelId) implements ChatTemplate {

    @Override
    public RenderedChat render(
            List<Map<String, Object>> messages, List<Map<String, Object>> tools, Map<String, Object> arguments) {
        throw EngineException.invalid(
                "model", "the model " + modelId + " has no chat template; send a plain prompt as a text completion");
    }
}
