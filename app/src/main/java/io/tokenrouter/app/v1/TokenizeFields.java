package io.tokenrouter.app.v1;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The request fields of {@code /tokenize} and {@code /apply-template}. Null is a field that was left out.
 *
 * @param prompt a text; or else {@code messages}
 * @param addSpecialTokens whether a text gets the begin token that its file asks for; a conversation has it in any case
 * @param addGenerationPrompt whether a conversation ends with the opening of the assistant's turn
 */
record TokenizeFields(
        @Nullable String model,
        @Nullable JsonNode prompt,
        @Nullable List<@Nullable Map<String, @Nullable Object>> messages,
        @Nullable JsonNode tools,
        @Nullable Boolean addSpecialTokens,
        @Nullable Boolean addGenerationPrompt,
        @Nullable Map<String, @Nullable Object> chatTemplateKwargs,
        @Nullable Boolean returnTokenStrs) {}
