package io.tokenrouter.engine.tokenizer;

import java.util.List;
import java.util.Map;

/** A model's chat template, rendered in a sandbox with bounds on time and output. Safe from any thread; may block. */
public interface ChatTemplate {

    /**
     * Renders a conversation and the opening of the assistant's turn.
     *
     * @param messages as in the OpenAI protocol: {@code role}, {@code content} and whatever else came with them
     * @param tools tool definitions, may be empty
     * @param arguments extra variables ({@code chat_template_kwargs})
     * @throws io.tokenrouter.engine.api.EngineException INVALID_REQUEST with the template's own message if it refuses
     */
    RenderedChat render(
            List<Map<String, Object>> messages, List<Map<String, Object>> tools, Map<String, Object> arguments);

    /** The template as the model's file has it, in Jinja; empty where there is none. */
    default String source() {
        return "";
    }
}
