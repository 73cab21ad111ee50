package io.tokenrouter.app.keys;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often a key may ask. Both limits are buckets that hold what a minute allows and fill up evenly. A request takes one from
 * its bucket when it begins; tokens are taken when a generation ends, when they are known, so a request begins as long as any are
 * left. Kept in memory, so each server counts for itself, and anew after a start. Safe from any thread.
 */
final class KeyRate {

    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final @Nullable Bucket requests;
    private final @Nullable Bucket tokens;
    private final long mostTokens;

    private KeyRate(@Nullable Bucket requests, @Nullable Bucket tokens, long mostTokens) {
        this.requests = requests;
        this.tokens = tokens;
        this.mostTokens = mostTokens;
    }

    /** With full buckets; null for no limit. */
    static KeyRate of(@Nullable Integer requestsPerMinute, @Nullable Integer tokensPerMinute, TimeMeter time) {
        return new KeyRate(
                requestsPerMinute == null ? null : bucket(requestsPerMinute, time),
                tokensPerMinute == null ? null : bucket(tokensPerMinute, time),
                tokensPerMinute == null ? 0 : tokensPerMinute);
    }

    /**
     * Takes a request if both limits allow one.
     *
     * @return nanoseconds until one is allowed; 0 if it was taken
     */
    long takeRequest() {
        if (tokens != null) {
            EstimationProbe left = tokens.estimateAbilityToConsume(1);
            if (!left.canBeConsumed()) {
                return Math.max(1, left.getNanosToWaitForRefill());
            }
        }
        if (requests != null) {
            ConsumptionProbe probe = requests.tryConsumeAndReturnRemaining(1);
            if (!probe.isConsumed()) {
                return Math.max(1, probe.getNanosToWaitForRefill());
            }
        }
        return 0;
    }

    /** Takes tokens that were used, also those that were not there: at most a minute's worth is owed. */
    void takeTokens(long used) {
        if (tokens == null) {
            return;
        }
        long taken = Math.min(used, tokens.getAvailableTokens() + mostTokens);
        if (taken > 0) {
            tokens.consumeIgnoringRateLimits(taken);
        }
    }

    private static Bucket bucket(int perMinute, TimeMeter time) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, PERIOD))
                .withCustomTimePrecision(time)
                .build();
    }
}
