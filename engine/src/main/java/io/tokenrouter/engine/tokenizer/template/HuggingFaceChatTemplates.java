package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.TokenizerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Chat templates of Hugging Face folders: {@code chat_template.jinja}, or else {@code chat_template} of
 * {@code tokenizer_config.json}, which may be a text or a list of named ones; {@code tool_use} of these is for requests
 * with tools.
 */
public final class HuggingFaceChatTemplates {

    private HuggingFaceChatTemplates() {}

    /**
     * The template of a folder, if it has one.
     *
     * @param config of the same folder
     * @param vocabulary of the same folder
     * @throws IOException if a file cannot be read
     * @throws ModelFormatException if the files are broken, or it is not clear which of several templates is meant
     */
    public static Optional<ChatTemplate> read(Path folder, TokenizerConfig config, Vocabulary vocabulary)
            throws IOException {
        Map<String, Object> tokens = new HashMap<>();
        for (String name : TokenizerConfig.SPECIAL_TOKENS) {
            config.specialToken(name).ifPresent(spelling -> tokens.put(name, spelling));
        }
        return FolderTemplates.read(folder, config).map(sources -> sources.compile(vocabulary, tokens));
    }
}
