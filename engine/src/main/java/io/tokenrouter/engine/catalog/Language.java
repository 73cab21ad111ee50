package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.GgufMetadata;
import io.tokenrouter.engine.model.HuggingFaceFolder;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.HuggingFaceTokenizers;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import io.tokenrouter.engine.tokenizer.TokenizerConfig;
import io.tokenrouter.engine.tokenizer.template.GgufChatTemplates;
import io.tokenrouter.engine.tokenizer.template.HuggingFaceChatTemplates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the ids of a model come from and what they stand for, in the format of its files. Every method reads anew, save
 * for {@code tokenizer_config.json}, and throws
 * {@link ModelFormatException} for what cannot be used.
 */
sealed interface Language {

    /** @param rows of the embedding */
    static Language of(ModelFiles files, int rows) throws IOException {
        return switch (files) {
            case GgufFile file -> new OfGguf(file.metadata());
            case HuggingFaceFolder folder -> new OfFolder(folder.path(), TokenizerConfig.read(folder.path()), rows);
        };
    }

    /** To be closed by the caller. */
    Tokenizer tokenizer() throws IOException;

    Vocabulary vocabulary() throws IOException;

    /** Empty if there is none. */
    Optional<ChatTemplate> chatTemplate(Vocabulary vocabulary) throws IOException;

    /** Where the tokens are, for messages. */
    String tokens();

    /** @throws ModelFormatException if there are ids without a row of the embedding */
    default void checkSize(Vocabulary vocabulary, ModelConfig config) {
        if (vocabulary.size() > config.vocabularySize()) {
            throw new ModelFormatException("the tokenizer has " + vocabulary.size() + " ids (" + tokens()
                    + "), but the tensor token_embd.weight only " + config.vocabularySize() + " rows");
        }
    }

    record OfGguf(GgufMetadata metadata) implements Language {

        @Override
        public Tokenizer tokenizer() {
            return GgufTokenizers.create(metadata);
        }

        @Override
        public Vocabulary vocabulary() {
            return GgufTokenizers.vocabulary(metadata);
        }

        @Override
        public Optional<ChatTemplate> chatTemplate(Vocabulary vocabulary) {
            return GgufChatTemplates.read(metadata, vocabulary);
        }

        @Override
        public String tokens() {
            return "tokenizer.ggml.tokens";
        }
    }

    record OfFolder(Path folder, TokenizerConfig config, int rows) implements Language {

        @Override
        public Tokenizer tokenizer() throws IOException {
            return HuggingFaceTokenizers.create(folder, config, rows);
        }

        @Override
        public Vocabulary vocabulary() throws IOException {
            return HuggingFaceTokenizers.vocabulary(folder, config, rows);
        }

        @Override
        public Optional<ChatTemplate> chatTemplate(Vocabulary vocabulary) throws IOException {
            return HuggingFaceChatTemplates.read(folder, config, vocabulary);
        }

        @Override
        public String tokens() {
            return "tokenizer.json";
        }
    }
}
