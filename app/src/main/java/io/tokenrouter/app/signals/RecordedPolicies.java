package io.tokenrouter.app.signals;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** What may be on record of a request's policy: its numbers and choices, but no text that somebody wrote. */
@Component
final class RecordedPolicies {

    private static final String HEAD = "checkpoint";
    private static final Pattern HEAD_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final RoutingAlgorithms algorithms;

    RecordedPolicies(RoutingAlgorithms algorithms) {
        this.algorithms = algorithms;
    }

    /** @param policy that need not be valid; options that its algorithm does not have are left out */
    PolicySpec of(PolicySpec policy) {
        Map<String, Object> kept = new HashMap<>();
        algorithms
                .find(policy.algorithm())
                .ifPresent(factory -> factory.options().forEach(option -> {
                    Object value = policy.options().get(option.name());
                    if (value != null && isKept(factory, option, value)) {
                        kept.put(option.name(), value);
                    }
                }));
        return new PolicySpec(policy.algorithm(), kept);
    }

    /** The head whose scores a threshold is compared with is kept: scores of different heads must not be mixed. */
    private static boolean isKept(AlgorithmFactory factory, OptionSpec option, Object value) {
        return option.type() != OptionSpec.Type.TEXT
                || (option.name().equals(HEAD)
                        && factory.thresholdOption() != null
                        && value instanceof String id
                        && HEAD_ID.matcher(id).matches());
    }
}
