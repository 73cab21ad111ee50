package io.tokenrouter.ui;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form of an algorithm, made from the options that it declares.
 *
 * @param chosen whether it is the one that the policy has
 * @param threshold its option that is the threshold; null where it has none
 */
record AlgorithmForm(
        String name, String help, boolean chosen, @Nullable String threshold, List<OptionField> fields) {

    /**
     * @param prefix of the ids of its controls
     * @param saved values of the policy
     */
    static AlgorithmForm of(AlgorithmView algorithm, String prefix, boolean chosen, Map<String, Object> saved) {
        return new AlgorithmForm(
                algorithm.name(),
                algorithm.help(),
                chosen,
                algorithm.thresholdOption(),
                algorithm.options().stream()
                        .map(option -> OptionField.of(algorithm, option, prefix, saved))
                        .toList());
    }

    /** All but the threshold, which the page sets by other means. */
    public List<OptionField> beside() {
        return fields.stream().filter(field -> !field.threshold()).toList();
    }

    /** The threshold's own field; null where there is none. */
    public @Nullable OptionField thresholdField() {
        return fields.stream().filter(OptionField::threshold).findFirst().orElse(null);
    }
}
