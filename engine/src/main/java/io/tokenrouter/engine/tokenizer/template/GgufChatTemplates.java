package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.GgufMetadata;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Chat templates of GGUF files. */
public final class GgufChatTemplates {

    private static final String TEMPLATE = "tokenizer.chat_template";
    private static final String TOOLS_TEMPLATE = "tokenizer.chat_template.tool_use";
    private static final String PREFIX = "tokenizer.ggml.";

    private GgufChatTemplates() {}

    /**
     * The template of a file, if it has one. {@code tool_use} beside it is for requests with tools.
     *
     * @param vocabulary of the same file
     * @throws ModelFormatException if it is no template
     */
    public static Optional<ChatTemplate> read(GgufMetadata metadata, Vocabulary vocabulary) {
        if (!metadata.has(TEMPLATE)) {
            return Optional.empty();
        }
        TemplateSources sources = new TemplateSources(
                text(metadata, TEMPLATE),
                metadata.has(TOOLS_TEMPLATE) ? Optional.of(text(metadata, TOOLS_TEMPLATE)) : Optional.empty());
        Map<String, Object> tokens = new HashMap<>();
        token(metadata, vocabulary, "bos", "bos_token", tokens);
        token(metadata, vocabulary, "eos", "eos_token", tokens);
        token(metadata, vocabulary, "padding", "pad_token", tokens);
        token(metadata, vocabulary, "unknown", "unk_token", tokens);
        return Optional.of(sources.compile(vocabulary, tokens));
    }

    private static String text(GgufMetadata metadata, String key) {
        return metadata.string(key, TemplateSources.MOST_LENGTH);
    }

    private static void token(
            GgufMetadata metadata, Vocabulary vocabulary, String key, String name, Map<String, Object> tokens) {
        // a bad begin or end is refused with the vocabulary; the others do nothing else
        int id = metadata.integerOr(PREFIX + key + "_token_id", 0, vocabulary.size() - 1, -1);
        if (id >= 0) {
            tokens.put(name, vocabulary.piece(id));
        }
    }
}
