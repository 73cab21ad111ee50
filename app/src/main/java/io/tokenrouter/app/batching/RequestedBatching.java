package io.tokenrouter.app.batching;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asks for.
 *
 * @param policy name of the rule that is pinned; null lets the pair tune itself
 * @param options of the rule, not checked yet
 * @param reason that was given; null for none
 */
public record RequestedBatching(
        @Nullable String policy,
        Map<String, Object> options,
        @Nullable String reason) {}
