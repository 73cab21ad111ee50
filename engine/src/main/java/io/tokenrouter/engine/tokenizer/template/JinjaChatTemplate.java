package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.lib.tag.MacroTag;
import com.hubspot.jinjava.tree.Node;
import com.hubspot.jinjava.tree.TagNode;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A template in Jinja, rendered as Hugging Face's {@code apply_chat_template} would. */
final class JinjaChatTemplate implements ChatTemplate {

    private final Jinjava jinjava = new JinjaSandbox();
    private final String original;
    private final TemplateSource source;
    private final ControlSpellings spellings;
    private final TemplateWords words;
    private final Map<String, Object> tokens;
    private final Clock clock;

    /** @param tokens spelling of the special tokens by the names that templates use, {@code bos_token} and so on */
    JinjaChatTemplate(String source, Vocabulary vocabulary, Map<String, Object> tokens, Clock clock) {
        this.original = source;
        this.source = TemplateSource.of(source);
        this.spellings = new ControlSpellings(vocabulary);
        this.words = new TemplateWords(this.source.words(), spellings);
        this.tokens = Map.copyOf(tokens);
        this.clock = clock;
    }

    /**
     * Whether it is a template at all: tags that are closed, and none that is unknown or refused here. What stands in them is
     * read when it is rendered.
     *
     * @throws ModelFormatException if it is none
     */
    void check() {
        JinjavaConfig config = jinjava.getGlobalConfig();
        Context context = new Context(jinjava.getGlobalContextCopy(), Map.of(), config.getDisabled());
        JinjavaInterpreter interpreter = config.getInterpreterFactory().newInstance(jinjava, context, config);
        try {
            checkMacros(interpreter.parse(source.text()));
        } catch (ModelFormatException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw new ModelFormatException("the chat template cannot be read: " + Untrusted.message(e.getMessage()), e);
        }
        for (TemplateError error : interpreter.getErrors()) {
            throw new ModelFormatException(
                    "the chat template cannot be read: " + Untrusted.message(error.getMessage()));
        }
    }

    private static void checkMacros(Node root) {
        Deque<Node> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node instanceof TagNode tag && tag.getName().equals(MacroTag.TAG_NAME)) {
                MacroHead.check(tag.getHelpers());
            }
            open.addAll(node.getChildren());
        }
    }

    @Override
    public String source() {
        return original;
    }

    @Override
    public RenderedChat render(
            List<Map<String, Object>> messages, List<Map<String, Object>> tools, Map<String, Object> arguments) {
        if (messages.isEmpty()) {
            throw EngineException.invalid("messages", "messages must have at least one message");
        }
        ControlTextGuard guard = new ControlTextGuard(
                spellings, words, Conversation.privateUse(messages, tools, arguments, List.of(source.text())));
        UnaryOperator<String> protect = guard::protect;
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("add_generation_prompt", true);
        arguments.forEach((name, value) -> variables.put(name, Conversation.value(value, protect)));
        variables.put("messages", Conversation.messages(messages, protect));
        if (!tools.isEmpty()) {
            variables.put("tools", Conversation.value(tools, protect));
        }
        variables.putAll(tokens);
        variables.put(TemplateFunctions.NOW, ZonedDateTime.now(clock));
        variables.put(RenderBudget.NAME, RenderBudget.ofThisThread());
        return guard.reveal(render(variables));
    }

    private String render(Map<String, Object> variables) {
        RenderResult result;
        try {
            result = jinjava.renderForResult(source.text(), variables);
        } catch (RuntimeException | StackOverflowError e) {
            throw refusal(e);
        }
        for (TemplateError error : result.getErrors()) {
            throw error.getException() == null ? refused(error.getMessage()) : refusal(error.getException());
        }
        return result.getOutput();
    }

    /** With the message that the template raised, or else the last in the chain of causes. */
    private static EngineException refusal(Throwable error) {
        Throwable cause = error;
        while (!(cause instanceof TemplateRefusal) && cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return refused(cause instanceof StackOverflowError ? "the template is nested too deeply" : cause.getMessage());
    }

    private static EngineException refused(@Nullable String reason) {
        return EngineException.invalid(
                "messages", "the model's chat template refuses these messages: " + Untrusted.message(reason));
    }
}
