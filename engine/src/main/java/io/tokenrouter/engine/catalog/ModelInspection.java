package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.template.GgufChatTemplates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a model file says of itself before anything of it is loaded: its header is read, its weights are not touched, and the
 * file is closed again.
 *
 * @param vocabulary what its ids stand for
 * @param chatTemplate source of its template, whatever its quality; empty if it has none
 */
public record ModelInspection(ModelDescription description, Vocabulary vocabulary, Optional<String> chatTemplate) {

    /**
     * Reads the header of a file. Takes milliseconds to a second for the largest vocabularies; may block.
     *
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it cannot be used, naming the key or tensor at fault
     */
    public static ModelInspection of(Path file) throws IOException {
        try (GgufFile opened = GgufFile.open(file)) {
            ModelConfig config = opened.config();
            Vocabulary vocabulary = GgufTokenizers.vocabulary(opened.metadata());
            if (vocabulary.size() > config.vocabularySize()) {
                throw new ModelFormatException("the tokenizer has " + vocabulary.size()
                        + " ids (tokenizer.ggml.tokens), but the tensor token_embd.weight only "
                        + config.vocabularySize() + " rows");
            }
            return new ModelInspection(
                    ModelDescription.of(opened, config, vocabulary.size()),
                    vocabulary,
                    GgufChatTemplates.source(opened.metadata()));
        }
    }
}
