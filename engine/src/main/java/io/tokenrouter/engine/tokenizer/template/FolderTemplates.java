package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import io.tokenrouter.engine.tokenizer.TokenizerConfig;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * The sources of a folder's templates.
 *
 * @param main of requests without tools
 * @param withTools of requests with tools; empty where it is the same
 */
record FolderTemplates(String main, Optional<String> withTools) {

    private static final String FILE = "chat_template.jinja";
    private static final String TOOLS_FILE = "additional_chat_templates/tool_use.jinja";
    private static final String DEFAULT = "default";
    private static final String TOOLS = "tool_use";

    /** Real ones have up to some ten thousand. */
    private static final int MOST_BYTES = 1 << 20;

    static Optional<FolderTemplates> read(Path folder, TokenizerConfig config) throws IOException {
        if (Files.exists(folder.resolve(FILE))) {
            Path tools = folder.resolve(TOOLS_FILE);
            return Optional.of(new FolderTemplates(
                    text(folder.resolve(FILE)), Files.exists(tools) ? Optional.of(text(tools)) : Optional.empty()));
        }
        JsonNode setting = config.chatTemplate();
        if (setting.isString()) {
            return Optional.of(new FolderTemplates(bounded(setting.asString()), Optional.empty()));
        }
        if (setting.isArray() && !setting.isEmpty()) {
            return Optional.of(named(setting));
        }
        if (setting.isNull() || setting.isMissingNode() || setting.isArray()) {
            return Optional.empty();
        }
        throw new ModelFormatException("tokenizer_config.json: chat_template is neither a text nor a list");
    }

    /** One template that looks at whether there are tools. */
    ChatTemplate compile(Function<String, ChatTemplate> compiler) {
        ChatTemplate plain = compiler.apply(main);
        return withTools
                .<ChatTemplate>map(source -> new ByTools(plain, compiler.apply(source)))
                .orElse(plain);
    }

    private static FolderTemplates named(JsonNode list) {
        Map<String, String> sources = new TreeMap<>();
        for (JsonNode entry : list) {
            JsonNode name = entry.path("name");
            JsonNode template = entry.path("template");
            if (!name.isString() || !template.isString()) {
                throw new ModelFormatException(
                        "tokenizer_config.json: an entry of chat_template has no name or no template");
            }
            sources.put(name.asString(), bounded(template.asString()));
        }
        String main = sources.size() == 1 ? sources.values().iterator().next() : sources.get(DEFAULT);
        if (main == null) {
            throw new ModelFormatException("tokenizer_config.json has the chat templates "
                    + Untrusted.message(String.join(", ", sources.keySet())) + ", but none is called " + DEFAULT);
        }
        return new FolderTemplates(main, Optional.ofNullable(sources.get(TOOLS)));
    }

    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
            throw new ModelFormatException(
                    file.getFileName() + " is no regular file, or has more than " + MOST_BYTES + " bytes");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new ModelFormatException(file.getFileName() + " is not UTF-8", e);
        }
    }

    private static String bounded(String source) {
        if (source.length() > MOST_BYTES) {
            throw new ModelFormatException(
                    "tokenizer_config.json: chat_template has more than " + MOST_BYTES + " characters");
        }
        return source;
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
