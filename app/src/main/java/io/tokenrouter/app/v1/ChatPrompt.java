package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallFormat;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A conversation as a model's template writes it. */
final class ChatPrompt {

    private ChatPrompt() {}

    /**
     * @param tools that the model is told of; null for none
     * @param arguments variables of the template
     * @throws EngineException INVALID_REQUEST if the template refuses
     */
    static RenderedChat render(
            ChatTemplate template,
            List<Map<String, Object>> messages,
            @Nullable ToolUse tools,
            Map<String, Object> arguments,
            ApiJson json) {
        CallFormat format = CallFormat.of(template.source()).orElse(null);
        List<Map<String, Object>> fitting = CallIds.fitting(format, messages);
        List<Map<String, @Nullable Object>> shown = tools == null ? List.of() : tools.shown();
        try {
            return template.render(fitting, shown, arguments);
        } catch (EngineException refused) {
            if (fitting.stream().noneMatch(message -> message.containsKey("tool_calls"))) {
                throw refused;
            }
            return withTextArguments(template, fitting, shown, arguments, json, refused);
        }
    }

    /** A few templates, such as DeepSeek-R1's, take the arguments of calls for texts, which objects cannot be joined to. */
    private static RenderedChat withTextArguments(
            ChatTemplate template,
            List<Map<String, Object>> messages,
            List<Map<String, @Nullable Object>> shown,
            Map<String, Object> arguments,
            ApiJson json,
            EngineException refused) {
        try {
            return template.render(ChatToolCalls.withTextArguments(messages, json), shown, arguments);
        } catch (EngineException again) {
            throw refused;
        }
    }
}
