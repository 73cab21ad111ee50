package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads how tokens are drawn. */
final class SamplingReader {

    private static final int MAX_BIASES = 1024;
    private static final int MAX_TOP_K = 1_000_000;

    private SamplingReader() {}

    /**
     * @param seed of the request, drawn where the field was left out
     * @throws ApiException 400 that names the field
     */
    static SamplingParams read(GenerationFields fields, Vocabulary vocabulary, long seed) {
        return new SamplingParams(
                Checks.number("temperature", fields.temperature(), 0, 2, 1f),
                Checks.aboveZero("top_p", fields.topP(), 1, 1f),
                Math.max(0, Checks.integer("top_k", fields.topK(), -1, MAX_TOP_K, 0)),
                Checks.number("min_p", fields.minP(), 0, 1, 0f),
                Checks.aboveZero("repetition_penalty", fields.repetitionPenalty(), 100, 1f),
                Checks.number("presence_penalty", fields.presencePenalty(), -2, 2, 0f),
                Checks.number("frequency_penalty", fields.frequencyPenalty(), -2, 2, 0f),
                biases(fields.logitBias(), vocabulary),
                seed);
    }

    private static Map<Integer, Float> biases(@Nullable Map<String, @Nullable JsonNode> given, Vocabulary vocabulary) {
        if (given == null) {
            return Map.of();
        }
        if (given.size() > MAX_BIASES) {
            throw ApiException.invalid("logit_bias", "logit_bias may name at most " + MAX_BIASES + " tokens.");
        }
        Map<Integer, Float> biases = new HashMap<>();
        given.forEach((key, bias) -> {
            if (!Checks.isGiven(bias)) {
                throw ApiException.invalid(
                        "logit_bias",
                        "logit_bias of token " + ApiException.shorten(key)
                                + " must be a number from -100 to 100, not null.");
            }
            biases.put(tokenId(key, vocabulary), Checks.number("logit_bias", bias, -100, 100, 0f));
        });
        return biases;
    }

    private static int tokenId(String key, Vocabulary vocabulary) {
        int id = -1;
        try {
            id = Integer.parseInt(key);
        } catch (NumberFormatException notANumber) {
            // refused below like an id that does not exist
        }
        if (id < 0 || id >= vocabulary.size()) {
            throw ApiException.invalid(
                    "logit_bias",
                    "logit_bias names the token '" + ApiException.shorten(key) + "'; ids are whole numbers from 0 to "
                            + (vocabulary.size() - 1) + ".");
        }
        return id;
    }
}
