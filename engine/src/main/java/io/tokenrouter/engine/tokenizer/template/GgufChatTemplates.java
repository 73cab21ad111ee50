package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.GgufMetadata;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Chat templates of GGUF files. */
public final class GgufChatTemplates {

    private static final String TEMPLATE = "tokenizer.chat_template";
    private static final String PREFIX = "tokenizer.ggml.";

    private GgufChatTemplates() {}

    /**
     * The template of a file, if it has one.
     *
     * @param vocabulary of the same file
     */
    public static Optional<ChatTemplate> read(GgufMetadata metadata, Vocabulary vocabulary) {
        if (!metadata.has(TEMPLATE)) {
            return Optional.empty();
        }
        Map<String, Object> tokens = new HashMap<>();
        token(metadata, vocabulary, "bos", "bos_token", tokens);
        token(metadata, vocabulary, "eos", "eos_token", tokens);
        token(metadata, vocabulary, "padding", "pad_token", tokens);
        token(metadata, vocabulary, "unknown", "unk_token", tokens);
        return Optional.of(
                new JinjaChatTemplate(metadata.string(TEMPLATE), vocabulary, tokens, Clock.systemDefaultZone()));
    }

    /** The template as the file has it; empty if it has none. */
    public static Optional<String> source(GgufMetadata metadata) {
        return metadata.has(TEMPLATE) ? Optional.of(metadata.string(TEMPLATE)) : Optional.empty();
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
