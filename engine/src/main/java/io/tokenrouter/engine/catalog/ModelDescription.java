package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a model says of itself, for people.
 *
 * @param file its file or folder
 * @param bytes size of the files that hold its weights
 * @param parameters number of weights
 * @param weightFormat the format of most weights, for example {@code Q8_0}
 * @param tokenizerSize ids of its tokenizer
 */
public record ModelDescription(
        Path file, long bytes, long parameters, String weightFormat, int tokenizerSize, ModelConfig config) {

    static ModelDescription of(ModelFiles files, ModelConfig config, int tokenizerSize) {
        Map<TensorFormat, Long> parameters = new EnumMap<>(TensorFormat.class);
        for (Tensor tensor : files.tensors()) {
            parameters.merge(tensor.format(), (long) tensor.rows() * tensor.columns(), Long::sum);
        }
        String mostly = parameters.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(entry -> entry.getKey().name())
                .orElse("");
        long all = parameters.values().stream().mapToLong(Long::longValue).sum();
        return new ModelDescription(files.path(), files.bytes(), all, mostly, tokenizerSize, config);
    }
}
