package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import java.util.ArrayList;
import java.util.List;

/** Batching settings in a few words, the same wherever they are shown. */
public final class SettingsText {

    private SettingsText() {}

    /**
     * For example {@code greedy}, {@code hold 0.7}, {@code large from 9}, {@code small from 2, large from 8 or after 5.00 ms}.
     *
     * @param requests active at once, for settings that depend on it
     * @param roles what each model of the group is called
     */
    public static String of(BatchingSettings settings, int requests, List<String> roles) {
        return switch (settings) {
            case BatchingSettings.Greedy ignored -> "greedy";
            case BatchingSettings.IndexHold hold -> "hold " + Numbers.plain(hold.theta());
            case BatchingSettings.SharedThreshold threshold -> "large from " + threshold.threshold(requests);
            case BatchingSettings.MinimumBatch minimum -> minimum(minimum, roles);
        };
    }

    private static String minimum(BatchingSettings.MinimumBatch minimum, List<String> roles) {
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
                parts.add(roles.get(m) + " from " + rule.rows() + wait + align);
            }
        }
        return parts.isEmpty() ? "greedy" : String.join(", ", parts);
    }
}
