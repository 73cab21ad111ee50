package io.tokenrouter.ui;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm that a policy can be made of.
 *
 * @param thresholdOption the option that its threshold is; null where it has none
 */
public record AlgorithmView(
        String name, String help, @Nullable String thresholdOption, List<Option> options) {

    public AlgorithmView {
        options = List.copyOf(options);
    }

    /**
     * One option.
     *
     * @param type {@code number}, {@code integer}, {@code choice}, {@code flag} or {@code text}
     * @param defaultValue null where leaving it out means something that the help tells
     * @param min smallest number
     * @param max largest number
     * @param unit may be empty
     * @param range in words
     * @param choices empty unless the type is a choice
     */
    public record Option(
            String name,
            String type,
            @Nullable Object defaultValue,
            double min,
            double max,
            String unit,
            String range,
            String help,
            List<String> choices) {

        public Option {
            choices = List.copyOf(choices);
        }
    }
}
