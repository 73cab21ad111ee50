package io.tokenrouter.app.v1;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** How many tokens an answer may have. */
final class Budget {

    private Budget() {}

    /**
     * @param param field that holds the prompt, for the error
     * @param asked the request's limit; null if it has none
     * @param byDefault most tokens where it has none
     * @throws ApiException 400 {@code context_length_exceeded} if prompt and answer cannot fit
     */
    static int of(String param, int promptTokens, @Nullable Integer asked, int byDefault, int contextLength) {
        int left = contextLength - promptTokens;
        if (left < 1) {
            throw exceeded(
                    param,
                    "The prompt has " + promptTokens + " tokens; the context of this model holds " + contextLength
                            + " with the answer.");
        }
        if (asked != null && asked > left) {
            throw exceeded(
                    param,
                    "The prompt has " + promptTokens + " tokens and " + asked
                            + " were asked for; the context of this model holds " + contextLength + " in all.");
        }
        return asked == null ? Math.min(left, byDefault) : asked;
    }

    private static ApiException exceeded(String param, String message) {
        return ApiException.refused(HttpStatus.BAD_REQUEST, param, "context_length_exceeded", message);
    }
}
