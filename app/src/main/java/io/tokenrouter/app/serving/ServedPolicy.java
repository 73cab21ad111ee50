package io.tokenrouter.app.serving;

import io.tokenrouter.engine.api.PolicySpec;
import org.jspecify.annotations.Nullable;

/**
 * A routing policy as callers name it.
 *
 * @param name of a registered policy, or of a built-in algorithm
 * @param version counts the changes of a registered policy from 1; 0 for a built-in
 * @param spec its algorithm with every option's value, defaults filled in
 * @param thresholdOption the option that {@code threshold} sets, for example {@code enter}; null if the algorithm has none
 */
public record ServedPolicy(
        String name, int version, PolicySpec spec, @Nullable String thresholdOption) {}
