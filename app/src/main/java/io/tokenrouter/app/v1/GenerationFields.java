package io.tokenrouter.app.v1;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The request fields that chat and text completions share. Null is a field that was left out. Numbers are read by {@link
 * Checks}, which knows their ranges.
 *
 * @param stop a string or an array of strings
 * @param logitBias token id to -100..100
 */
record GenerationFields(
        @Nullable String model,
        @Nullable JsonNode maxTokens,
        @Nullable JsonNode temperature,
        @Nullable JsonNode topP,
        @Nullable JsonNode topK,
        @Nullable JsonNode minP,
        @Nullable JsonNode frequencyPenalty,
        @Nullable JsonNode presencePenalty,
        @Nullable JsonNode repetitionPenalty,
        @Nullable Map<String, @Nullable JsonNode> logitBias,
        @Nullable JsonNode seed,
        @Nullable JsonNode stop,
        @Nullable List<@Nullable JsonNode> stopTokenIds,
        @Nullable Boolean ignoreEos,
        @Nullable JsonNode minTokens,
        @Nullable JsonNode n,
        @Nullable Boolean stream,
        @Nullable StreamOptions streamOptions,
        @Nullable Boolean returnTokenIds,
        @Nullable JsonNode responseFormat,
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
