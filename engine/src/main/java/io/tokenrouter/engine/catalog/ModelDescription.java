package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.model.ModelConfig;
import java.nio.file.Path;

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
        Path file, long bytes, long parameters, String weightFormat, int tokenizerSize, ModelConfig config) {}
