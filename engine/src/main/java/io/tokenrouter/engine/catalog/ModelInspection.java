package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a model says of itself before anything of it is loaded: headers are read, weights are not touched, and the files are
 * closed again.
 *
 * @param vocabulary what its ids stand for
 * @param chatTemplate source of its template, whatever its quality; empty if it has none
 */
public record ModelInspection(ModelDescription description, Vocabulary vocabulary, Optional<String> chatTemplate) {

    /**
     * Reads the headers of a file or folder. Takes milliseconds to a second for the largest vocabularies; may block.
     *
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it cannot be used, naming the key or tensor at fault
     */
    public static ModelInspection of(Path path) throws IOException {
        try (ModelFiles opened = ModelFiles.open(path)) {
            Language language = Language.of(opened);
            ModelConfig config = opened.config();
            Vocabulary vocabulary = language.vocabulary();
            language.checkSize(vocabulary, config);
            return new ModelInspection(
                    ModelDescription.of(opened, config, vocabulary.size()), vocabulary, language.templateSource());
        }
    }
}
