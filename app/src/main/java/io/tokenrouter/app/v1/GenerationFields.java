package io.tokenrouter.app.v1;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The request fields that chat and text completions share. Boxed: null is a field that was left out.
 *
 * @param stop a string or an array of strings
 * @param logitBias token id to -100..100
 */
record GenerationFields(
        @Nullable String model,
        @Nullable Integer maxTokens,
        @Nullable Double temperature,
        @Nullable Double topP,
        @Nullable Integer topK,
        @Nullable Double minP,
        @Nullable Double frequencyPenalty,
        @Nullable Double presencePenalty,
        @Nullable Double repetitionPenalty,
        @Nullable Map<String, Double> logitBias,
        @Nullable Long seed,
        @Nullable JsonNode stop,
        @Nullable List<Integer> stopTokenIds,
        @Nullable Boolean ignoreEos,
        @Nullable Integer n,
        @Nullable Boolean stream,
        @Nullable StreamOptions streamOptions,
        @Nullable Boolean returnTokenIds,
        @Nullable RoutingFields routing) {

    /** {@code include_obfuscation} is accepted and has no effect. */
    record StreamOptions(
            @Nullable Boolean includeUsage, @Nullable Boolean continuousUsageStats) {}

    boolean streamed() {
        return Boolean.TRUE.equals(stream);
    }

    boolean usageWanted() {
        return streamOptions != null && Boolean.TRUE.equals(streamOptions.includeUsage());
    }
}
