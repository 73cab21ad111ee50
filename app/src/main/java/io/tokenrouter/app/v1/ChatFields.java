package io.tokenrouter.app.v1;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The request fields that only chat completions have. */
record ChatFields(
        @Nullable List<@Nullable Map<String, @Nullable Object>> messages,
        @Nullable JsonNode maxCompletionTokens,
        @Nullable Boolean logprobs,
        @Nullable JsonNode topLogprobs,
        @Nullable JsonNode tools,
        @Nullable JsonNode toolChoice,
        @Nullable Boolean parallelToolCalls,
        @Nullable String reasoningEffort,
        @Nullable Map<String, @Nullable Object> chatTemplateKwargs) {}
