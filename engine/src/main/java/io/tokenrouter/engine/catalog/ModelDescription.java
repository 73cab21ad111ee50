package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a model file says of itself, for people.
 *
 * @param file where it lies
 * @param bytes size of the file
 * @param parameters number of weights
 * @param weightFormat the format of most weights, for example {@code Q8_0}
 * @param tokenizerSize ids of its tokenizer
 */
public record ModelDescription(
        Path file, long bytes, long parameters, String weightFormat, int tokenizerSize, ModelConfig config) {

    static ModelDescription of(GgufFile file, ModelConfig config, int tokenizerSize) {
        Map<TensorFormat, Long> parameters = new EnumMap<>(TensorFormat.class);
        for (Tensor tensor : file.tensors()) {
            parameters.merge(tensor.format(), (long) tensor.rows() * tensor.columns(), Long::sum);
        }
        String mostly = parameters.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(entry -> entry.getKey().name())
                .orElse("");
        long all = parameters.values().stream().mapToLong(Long::longValue).sum();
        return new ModelDescription(file.path(), file.bytes(), all, mostly, tokenizerSize, config);
    }
}
