package io.tokenrouter.app.v1;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The request fields that only chat completions have. */
record ChatFields(
        @Nullable List<@Nullable Map<String, @Nullable Object>> messages,
        @Nullable Integer maxCompletionTokens,
        @Nullable Boolean logprobs,
        @Nullable Integer topLogprobs,
        @Nullable String reasoningEffort,
        @Nullable Map<String, @Nullable Object> chatTemplateKwargs) {}
