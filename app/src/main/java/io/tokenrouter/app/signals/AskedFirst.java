package io.tokenrouter.app.signals;

import io.tokenrouter.engine.api.PolicySpec;
import org.jspecify.annotations.Nullable;

/** Which positions of an answer tell how sure the small model is in general. */
enum AskedFirst {
    /** It is asked at every one. */
    ALWAYS,
    /** It is asked where it writes, which its own doubt does not decide. */
    WHERE_IT_WROTE,
    /** Whether it is asked depends on how unsure it is, or is not known: those positions are no fair sample. */
    UNKNOWN;

    static AskedFirst of(PolicySpec policy) {
        return switch (policy.algorithm()) {
            case "uncertainty" ->
                policy.options().getOrDefault("mode", "replace").equals("replace")
                                && isOne(policy.options().get("minStay"))
                        ? ALWAYS
                        : UNKNOWN;
            case "momentum", "neural" -> ALWAYS;
            case "random", "fixed" -> WHERE_IT_WROTE;
            default -> UNKNOWN;
        };
    }

    private static boolean isOne(@Nullable Object option) {
        return option == null || (option instanceof Number number && number.doubleValue() == 1);
    }
}
