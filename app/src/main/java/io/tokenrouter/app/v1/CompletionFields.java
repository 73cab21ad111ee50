package io.tokenrouter.app.v1;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The request fields that only text completions have.
 *
 * @param prompt a string, an array of strings, of ids, or of arrays of ids
 */
record CompletionFields(
        @Nullable JsonNode prompt,
        @Nullable String suffix,
        @Nullable Boolean echo,
        @Nullable JsonNode logprobs,
        @Nullable JsonNode bestOf) {}
