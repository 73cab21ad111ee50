package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.TokenizerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chat templates of Hugging Face folders: {@code chat_template.jinja}, or else {@code chat_template} of
 * {@code tokenizer_config.json}, which may be a text or a list of named ones; {@code tool_use} of these is for requests
 * with tools.
 */
public final class HuggingFaceChatTemplates {

    private static final List<String> SPECIAL_TOKENS =
            List.of("bos_token", "eos_token", "unk_token", "pad_token", "sep_token", "cls_token", "mask_token");

    private HuggingFaceChatTemplates() {}

    /**
     * The template of a folder, if it has one.
     *
     * @param vocabulary of the same folder
     * @throws IOException if a file cannot be read
     * @throws ModelFormatException if the files are broken, or it is not clear which of several templates is meant
     */
    public static Optional<ChatTemplate> read(Path folder, Vocabulary vocabulary) throws IOException {
        TokenizerConfig config = TokenizerConfig.read(folder);
        Map<String, Object> tokens = new HashMap<>();
        for (String name : SPECIAL_TOKENS) {
            config.specialToken(name).ifPresent(spelling -> tokens.put(name, spelling));
        }
        return FolderTemplates.read(folder, config)
                .map(templates -> templates.compile(
                        source -> new JinjaChatTemplate(source, vocabulary, tokens, Clock.systemDefaultZone())));
    }

    /**
     * The template for requests without tools, as the folder has it; empty if it has none.
     *
     * @throws IOException as {@link #read}
     * @throws ModelFormatException as {@link #read}
     */
    public static Optional<String> source(Path folder) throws IOException {
        return FolderTemplates.read(folder, TokenizerConfig.read(folder)).map(FolderTemplates::main);
    }
}
