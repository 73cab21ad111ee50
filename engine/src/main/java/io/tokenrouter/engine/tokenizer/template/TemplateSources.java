package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The sources of a model's templates.
 *
 * @param main of requests without tools
 * @param withTools of requests with tools; empty where it is the same
 */
record TemplateSources(String main, Optional<String> withTools) {

    /** Characters of one, or bytes. Real ones have up to some ten thousand. */
    static final int MOST_LENGTH = 1 << 20;

    TemplateSources {
        bounded(main);
        withTools.ifPresent(TemplateSources::bounded);
    }

    private static void bounded(String source) {
        if (source.length() > MOST_LENGTH) {
            throw new ModelFormatException("the chat template has more than " + MOST_LENGTH + " characters");
        }
    }

    /**
     * One template, which looks at whether there are tools.
     *
     * @param tokens spelling of the special tokens by the names that templates use
     * @throws ModelFormatException if a source is no template
     */
    ChatTemplate compile(Vocabulary vocabulary, Map<String, Object> tokens) {
        Clock clock = Clock.systemDefaultZone();
        Function<String, ChatTemplate> compiler = source -> {
            JinjaChatTemplate template = new JinjaChatTemplate(source, vocabulary, tokens, clock);
            template.check();
            return template;
        };
        ChatTemplate plain = compiler.apply(main);
        return withTools
                .<ChatTemplate>map(source -> new ByTools(plain, compiler.apply(source)))
                .orElse(plain);
    }

    /** Two templates that share a model. */
    private record ByTools(ChatTemplate plain, ChatTemplate withTools) implements ChatTemplate {

        @Override
        public RenderedChat render(
                List<Map<String, Object>> messages, List<Map<String, Object>> tools, Map<String, Object> arguments) {
            return (tools.isEmpty() ? plain : withTools).render(messages, tools, arguments);
        }

        @Override
        public String source() {
            return plain.source();
        }
    }
}
