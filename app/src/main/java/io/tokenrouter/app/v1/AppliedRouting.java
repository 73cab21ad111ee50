package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.PolicySpec;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What decides who writes in one request. */
sealed interface AppliedRouting {

    /**
     * The policy that the engine is given: always the one that the caller is told of, also where the pair's own was changed a moment
     * ago; null for a single model.
     */
    @Nullable
    PolicySpec spec();

    /** Chat templates in which the policy shows the conversation to models, besides that of the prompt; by role. */
    Set<String> templates();

    /** A single model writes everything. */
    record None() implements AppliedRouting {

        @Override
        public @Nullable PolicySpec spec() {
            return null;
        }

        @Override
        public Set<String> templates() {
            return Set.of();
        }
    }

    /**
     * @param policy as it is told to the caller
     * @param version of the policy; 0 for a built-in
     * @param threshold value of the policy's main option; null where it has none
     */
    record OfPair(
            String pair,
            String small,
            String large,
            String policy,
            int version,
            @Nullable Double threshold,
            PolicySpec spec,
            Set<String> templates)
            implements AppliedRouting {}
}
