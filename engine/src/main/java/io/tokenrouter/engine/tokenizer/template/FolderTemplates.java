package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import io.tokenrouter.engine.tokenizer.TokenizerConfig;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Where folders have the sources of their templates. */
final class FolderTemplates {

    private static final String FILE = "chat_template.jinja";
    private static final String TOOLS_FILE = "additional_chat_templates/tool_use.jinja";
    private static final String DEFAULT = "default";
    private static final String TOOLS = "tool_use";

    private FolderTemplates() {}

    static Optional<TemplateSources> read(Path folder, TokenizerConfig config) throws IOException {
        if (Files.exists(folder.resolve(FILE))) {
            Path tools = folder.resolve(TOOLS_FILE);
            return Optional.of(new TemplateSources(
                    text(folder.resolve(FILE)), Files.exists(tools) ? Optional.of(text(tools)) : Optional.empty()));
        }
        JsonNode setting = config.chatTemplate();
        if (setting.isString()) {
            return Optional.of(new TemplateSources(setting.asString(), Optional.empty()));
        }
        if (setting.isArray() && !setting.isEmpty()) {
            return Optional.of(named(setting));
        }
        if (setting.isNull() || setting.isMissingNode() || setting.isArray()) {
            return Optional.empty();
        }
        throw new ModelFormatException("tokenizer_config.json: chat_template is neither a text nor a list");
    }

    private static TemplateSources named(JsonNode list) {
        Map<String, String> sources = new TreeMap<>();
        for (JsonNode entry : list) {
            JsonNode name = entry.path("name");
            JsonNode template = entry.path("template");
            if (!name.isString() || !template.isString()) {
                throw new ModelFormatException(
                        "tokenizer_config.json: an entry of chat_template has no name or no template");
            }
            sources.put(name.asString(), template.asString());
        }
        String main = sources.size() == 1 ? sources.values().iterator().next() : sources.get(DEFAULT);
        if (main == null) {
            throw new ModelFormatException("tokenizer_config.json has the chat templates "
                    + Untrusted.message(String.join(", ", sources.keySet())) + ", but none is called " + DEFAULT);
        }
        return new TemplateSources(main, Optional.ofNullable(sources.get(TOOLS)));
    }

    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > TemplateSources.MOST_LENGTH) {
            throw new ModelFormatException(file.getFileName() + " is no regular file, or has more than "
                    + TemplateSources.MOST_LENGTH + " bytes");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new ModelFormatException(file.getFileName() + " is not UTF-8", e);
        }
    }
}
