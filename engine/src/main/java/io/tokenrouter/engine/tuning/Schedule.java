package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import io.tokenrouter.engine.throughput.BatchingSettings.SharedThreshold;
import io.tokenrouter.engine.throughput.DeviceMode;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a group of models can be told to do, apart from figures that are measured.
 *
 * @param settings when steps begin
 * @param serialised whether one step at a time runs; has no meaning for models on devices of their own
 * @param trimmed whether steps leave rows behind to fill a size with a better rate
 */
public record Schedule(BatchingSettings settings, boolean serialised, boolean trimmed) {

    static Schedule of(BatchingChoice choice, boolean trimmed) {
        return new Schedule(choice.settings(), choice.device() instanceof DeviceMode.OneStepAtATime, trimmed);
    }

    /** A few words for people. */
    public String inWords() {
        String words = switch (settings) {
            case BatchingSettings.Greedy ignored -> "greedy";
            case BatchingSettings.IndexHold hold ->
                String.format(Locale.ROOT, "index hold with theta %.3g", hold.theta());
            case MinimumBatch minimum -> "minimum batch of " + rows(minimum) + " rows";
            case SharedThreshold threshold -> "shared threshold of " + points(threshold) + " requests";
        };
        return words + (serialised ? ", one step at a time" : "") + (trimmed ? ", full sizes" : "");
    }

    private static String rows(MinimumBatch minimum) {
        return minimum.models().stream()
                .map(rule -> String.valueOf(rule.rows()))
                .collect(Collectors.joining(" and "));
    }

    private static String points(SharedThreshold threshold) {
        SharedThreshold.Point last = threshold.points().getLast();
        return last.threshold() + " of " + last.requests();
    }
}
