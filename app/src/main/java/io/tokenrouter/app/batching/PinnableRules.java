package io.tokenrouter.app.batching;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules that an operator can pin, by name and options, as settings for the group of a pair. */
final class PinnableRules {

    static final String GREEDY = "greedy";
    static final String MINIMUM_BATCH = "minimum-batch";
    static final String INDEX_HOLD = "index-hold";
    static final String SHARED_THRESHOLD = "shared-threshold";

    static final int MOST_ROWS = 4096;
    private static final double MOST_WAIT_MILLIS = 60_000;

    private PinnableRules() {}

    static String name(BatchingSettings settings) {
        return switch (settings) {
            case BatchingSettings.Greedy ignored -> GREEDY;
            case MinimumBatch ignored -> MINIMUM_BATCH;
            case BatchingSettings.IndexHold ignored -> INDEX_HOLD;
            case BatchingSettings.SharedThreshold ignored -> SHARED_THRESHOLD;
        };
    }

    /** @throws InvalidSettingsException naming the first option that is wrong, and its range */
    static BatchingSettings settings(String policy, Map<String, Object> options, PairGroup pair) {
        return switch (policy) {
            case GREEDY -> greedy(options);
            case MINIMUM_BATCH -> minimumBatch(options, pair);
            case INDEX_HOLD -> indexHold(options, pair);
            case SHARED_THRESHOLD -> sharedThreshold(options, pair);
            default ->
                throw new InvalidSettingsException(
                        "policy",
                        "must be one of " + String.join(", ", GREEDY, MINIMUM_BATCH, INDEX_HOLD, SHARED_THRESHOLD));
        };
    }

    private static BatchingSettings greedy(Map<String, Object> options) {
        new Options("", options, Set.of());
        return new BatchingSettings.Greedy();
    }

    /** Models of the group that are not the pair's start at once. */
    private static BatchingSettings minimumBatch(Map<String, Object> options, PairGroup pair) {
        Options all = new Options("", options, Set.of("small", "large"));
        List<MinimumBatch.Rule> rules =
                new ArrayList<>(Collections.nCopies(pair.shape().models().size(), MinimumBatch.Rule.AT_ONCE));
        rules.set(pair.small(), rule(all.inner("small", Set.of("rows", "max_wait_ms"))));
        rules.set(pair.large(), rule(all.inner("large", Set.of("rows", "max_wait_ms"))));
        return new MinimumBatch(rules);
    }

    private static MinimumBatch.Rule rule(Options options) {
        int rows = options.whole("rows", 1, MOST_ROWS, 1);
        @Nullable Double wait = options.number("max_wait_ms", 0, MOST_WAIT_MILLIS, false);
        return new MinimumBatch.Rule(rows, wait == null ? MinimumBatch.NO_LIMIT : Math.round(wait * 1e6), 0);
    }

    private static BatchingSettings indexHold(Map<String, Object> options, PairGroup pair) {
        if (pair.oneStepAtATime()) {
            throw new InvalidSettingsException(
                    "policy",
                    "must not be " + INDEX_HOLD
                            + ": it needs steps that run side by side, and this device runs one at a time");
        }
        Double theta = new Options("", options, Set.of("theta")).number("theta", 0.01, 100, true);
        return new BatchingSettings.IndexHold(theta);
    }

    private static BatchingSettings sharedThreshold(Map<String, Object> options, PairGroup pair) {
        if (!pair.oneStepAtATime()) {
            throw new InvalidSettingsException(
                    "policy", "must not be " + SHARED_THRESHOLD + ": it needs a device that runs one step at a time");
        }
        Options read = new Options("", options, Set.of("threshold", "requests"));
        int requests = read.whole("requests", 1, MOST_ROWS, null);
        int threshold = read.whole("threshold", 1, requests, null);
        return BatchingSettings.SharedThreshold.of(requests, threshold);
    }
}
