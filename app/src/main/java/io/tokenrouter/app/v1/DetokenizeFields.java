package io.tokenrouter.app.v1;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The request fields of {@code /detokenize}. Null is a field that was left out.
 *
 * @param tokens ids
 * @param skipSpecialTokens whether control tokens are left out of the text
 */
record DetokenizeFields(
        @Nullable String model,
        @Nullable JsonNode tokens,
        @Nullable Boolean skipSpecialTokens) {}
