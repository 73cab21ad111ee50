package io.tokenrouter.engine.routing;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Makes one kind of routing algorithm from options, and describes them to people. Found through
 * {@link java.util.ServiceLoader}; needs a public constructor without parameters.
 */
public interface AlgorithmFactory {

    /** As policies spell it: a lower-case letter, then up to 63 letters, digits and dashes. */
    String name();

    /** One line. */
    String help();

    /** In the order in which a form shows them; names are a lower-case letter and up to 63 letters and digits. */
    List<OptionSpec> options();

    /** The number option that "the threshold" of a policy means; null where there is none. */
    @Nullable
    String thresholdOption();

    /** What {@link #thresholdOption} comes to; empty where there is none, or it is left out and has no default. */
    default OptionalDouble threshold(Options options) {
        String option = thresholdOption();
        return option == null || !options.isSet(option)
                ? OptionalDouble.empty()
                : OptionalDouble.of(options.number(option));
    }

    /**
     * Between which values {@link #thresholdOption} may lie beside the other options; its own value does not matter.
     *
     * @param options each within its own range
     * @throws io.tokenrouter.engine.api.EngineException INVALID_REQUEST that names an option beside which a threshold does nothing
     * @throws IllegalStateException if there is no threshold
     */
    default ThresholdRange thresholdRange(Options options) {
        OptionSpec spec = options().stream()
                .filter(option -> option.name().equals(thresholdOption()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name() + " has no threshold"));
        return new ThresholdRange(spec.min(), spec.max());
    }

    /**
     * How the threshold is compared with the signals of a position; null where other things decide as well, such as positions before.
     *
     * @param options valid ones
     * @param vocabularySize ids of the pair's vocabulary
     */
    default @Nullable ThresholdRule thresholdRule(Options options, int vocabularySize) {
        return null;
    }

    /**
     * @param options each within its own range; what two options say together is checked here
     * @throws io.tokenrouter.engine.api.EngineException INVALID_REQUEST that names the option
     */
    RoutingAlgorithm<?> create(Options options);
}
