package io.tokenrouter.app.v1;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request's {@code routing} object.
 *
 * @param policy a registered policy or a built-in algorithm
 * @param options of the algorithm
 * @param threshold short for the algorithm's main option
 * @param trace whether the answer says who wrote each token
 * @param unknown everything else, which is refused: a misspelt option would silently change who writes
 */
record RoutingFields(
        @Nullable String policy,
        @Nullable Map<String, @Nullable Object> options,
        @Nullable Object threshold,
        @Nullable Boolean trace,
        @JsonAnySetter @Nullable Map<String, @Nullable Object> unknown) {

    /** Whether it says how to route, beside asking to be told of it. */
    boolean chooses() {
        return policy != null || options != null || threshold != null;
    }

    boolean traced() {
        return Boolean.TRUE.equals(trace);
    }
}
