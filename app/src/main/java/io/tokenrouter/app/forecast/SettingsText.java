package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import java.util.ArrayList;
import java.util.List;

/** Batching settings in a few words, the same wherever they are shown. */
public final class SettingsText {

    private static final List<String> ROLES = List.of("small", "large");

    private SettingsText() {}

    /**
     * For a number of requests, for example {@code greedy}, {@code hold 0.7}, {@code large from 9}, {@code small from 2, large
     * from 8 or after 5.00 ms}.
     *
     * @param settings of a small and a large model
     * @param requests active at once
     */
    public static String of(BatchingSettings settings, int requests) {
        return settings instanceof BatchingSettings.SharedThreshold threshold
                ? "large from " + threshold.threshold(requests)
                : lasting(settings);
    }

    /** The same for whatever number of requests, for example {@code large from 9 of 16}. */
    public static String lasting(BatchingSettings settings) {
        return switch (settings) {
            case BatchingSettings.Greedy ignored -> "greedy";
            case BatchingSettings.IndexHold hold -> "hold " + Numbers.plain(hold.theta());
            case BatchingSettings.SharedThreshold threshold -> {
                BatchingSettings.SharedThreshold.Point last = threshold.points().getLast();
                yield "large from " + last.threshold() + " of " + last.requests();
            }
            case BatchingSettings.MinimumBatch minimum -> minimum(minimum);
        };
    }

    /** What settings of this kind do, for whoever reads {@link #of} for the first time. */
    static String meaning(BatchingSettings settings) {
        return switch (settings) {
            case BatchingSettings.Greedy ignored -> "greedy: a step begins as soon as anything waits for it";
            case BatchingSettings.IndexHold ignored ->
                "hold X: a free model waits for the other's step to end while that saves requests more than X times what it"
                        + " costs them";
            case BatchingSettings.SharedThreshold ignored ->
                "large from N: the large model runs when N requests wait for it, or when nobody is left at the small one";
            case BatchingSettings.MinimumBatch ignored ->
                "from N: a step of this model begins when so many requests wait for it";
        };
    }

    private static String minimum(BatchingSettings.MinimumBatch minimum) {
        List<String> parts = new ArrayList<>();
        for (int m = 0; m < minimum.models().size(); m++) {
            Rule rule = minimum.models().get(m);
            if (!rule.equals(Rule.AT_ONCE)) {
                String wait = rule.maxWaitNanos() == BatchingSettings.MinimumBatch.NO_LIMIT
                        ? ""
                        : " or after " + Numbers.nanos(rule.maxWaitNanos()) + " ms";
                String align = rule.alignNanos() == 0
                        ? ""
                        : ", not within " + Numbers.nanos(rule.alignNanos()) + " ms of another's end";
                parts.add(ROLES.get(m) + " from " + rule.rows() + wait + align);
            }
        }
        return parts.isEmpty() ? "greedy" : String.join(", ", parts);
    }
}
