package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelShapes;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorShape;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a model says of itself before anything of it is loaded: headers are read, weights are not touched, and the files are
 * closed again. What a load would refuse is refused here, save what only the weights or the native tokenizer can tell.
 *
 * @param vocabulary what its ids stand for
 * @param chatTemplate source of its template for requests without tools; empty if it has none
 * @param shapes of its weights
 */
public record ModelInspection(
        ModelDescription description, Vocabulary vocabulary, Optional<String> chatTemplate, ModelShapes shapes) {

    /**
     * Reads the headers of a file or folder. Takes milliseconds to a second for the largest vocabularies; may block.
     *
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it cannot be used, naming the key or tensor at fault
     */
    public static ModelInspection of(Path path) throws IOException {
        try (ModelFiles opened = ModelFiles.open(path)) {
            ModelConfig config = opened.config();
            Language language = Language.of(opened, config.vocabularySize());
            Vocabulary vocabulary = language.vocabulary();
            language.checkSize(vocabulary, config);
            Optional<String> template = language.chatTemplate(vocabulary).map(ChatTemplate::source);
            return new ModelInspection(
                    ModelDescription.of(opened, config, vocabulary.size()), vocabulary, template, shapes(opened));
        }
    }

    private static ModelShapes shapes(ModelFiles opened) {
        Map<String, TensorShape> shapes = opened.tensors().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Tensor::name,
                        tensor -> new TensorShape(tensor.format(), tensor.rows(), tensor.columns()),
                        (first, second) -> first));
        return shapes::get;
    }
}
