package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.heads.HeadLibrary;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The routing algorithms that a server knows, by name. Immutable; safe from any thread. */
public final class RoutingAlgorithms {

    private final Map<String, AlgorithmFactory> factories;
    private final HeadLibrary heads;

    /**
     * @param heads router heads that options may name
     * @throws IllegalArgumentException if two have the same name, or one does not describe itself as it should; names its class
     */
    public RoutingAlgorithms(List<? extends AlgorithmFactory> factories, HeadLibrary heads) {
        Map<String, AlgorithmFactory> byName = new LinkedHashMap<>();
        for (AlgorithmFactory factory : factories) {
            AlgorithmFactory other = byName.put(FactoryCheck.nameOf(factory), factory);
            if (other != null) {
                throw new IllegalArgumentException("two routing algorithms have the name " + factory.name() + ": "
                        + other.getClass().getName() + " and "
                        + factory.getClass().getName());
            }
        }
        this.factories = byName;
        this.heads = heads;
    }

    /** The built-ins and whatever else {@link ServiceLoader} finds on the class path; there are no router heads. */
    public static RoutingAlgorithms load() {
        return load(HeadLibrary.EMPTY);
    }

    /** Likewise, with the router heads that options may name. */
    public static RoutingAlgorithms load(HeadLibrary heads) {
        return load(heads, Thread.currentThread().getContextClassLoader());
    }

    /**
     * Likewise, of another class path, which has the built-ins as well.
     *
     * @throws java.util.ServiceConfigurationError if one that is named there cannot be made
     * @throws IllegalArgumentException as the constructor
     */
    public static RoutingAlgorithms load(HeadLibrary heads, @Nullable ClassLoader classes) {
        return new RoutingAlgorithms(
                ServiceLoader.load(AlgorithmFactory.class, classes).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList(),
                heads);
    }

    /** All of them, in the order in which they were registered. */
    public Collection<AlgorithmFactory> all() {
        return factories.values().stream().toList();
    }

    /** Empty for a name that nothing here has, as where the jar of a stored policy's algorithm is gone. */
    public Optional<AlgorithmFactory> find(String name) {
        return Optional.ofNullable(factories.get(name));
    }

    /**
     * @throws EngineException INVALID_REQUEST for {@code routing.policy} if there is none of this name
     */
    public AlgorithmFactory get(String name) {
        AlgorithmFactory factory = factories.get(name);
        if (factory == null) {
            throw EngineException.invalid(
                    "routing.policy",
                    "unknown policy '" + Suggestions.shorten(name) + "'"
                            + Suggestions.didYouMean(name, factories.keySet()) + " policies: "
                            + String.join(", ", factories.keySet()));
        }
        return factory;
    }

    /**
     * The algorithm of a policy.
     *
     * @throws EngineException INVALID_REQUEST that names {@code routing.policy} or {@code routing.options.NAME}; ROUTING if the
     *     algorithm cannot be made by its own fault
     */
    public RoutingAlgorithm<?> create(PolicySpec policy) {
        AlgorithmFactory factory = get(policy.algorithm());
        Options options = Options.check(factory, heads, policy.options());
        try {
            RoutingAlgorithm<?> algorithm = factory.create(options);
            Objects.requireNonNull(algorithm.spec(), "spec() is null");
            return algorithm;
        } catch (EngineException refusal) {
            throw refusal;
        } catch (Throwable failure) {
            throw new EngineException(
                    EngineException.Kind.ROUTING,
                    "the routing algorithm " + factory.name() + " cannot be made: "
                            + failure.getClass().getName(),
                    failure);
        }
    }

    /**
     * The policy of a request that overrides some of its pair's: the same algorithm keeps the options that are not named,
     * another one starts from its own defaults.
     *
     * @param base the pair's policy
     * @param algorithm another algorithm; null keeps the base's
     * @param options option name to value; null gives the option back its default
     * @param threshold value of the algorithm's threshold option; null keeps what the rest says
     * @throws EngineException INVALID_REQUEST that names {@code routing.policy}, {@code routing.options.NAME} or
     *     {@code routing.threshold}
     */
    public PolicySpec override(
            PolicySpec base,
            @Nullable String algorithm,
            Map<String, ? extends @Nullable Object> options,
            @Nullable Object threshold) {
        AlgorithmFactory factory = get(algorithm == null ? base.algorithm() : algorithm);
        Map<String, Object> merged = new HashMap<>();
        if (factory.name().equals(base.algorithm())) {
            merged.putAll(base.options());
        }
        options.forEach((name, value) -> {
            if (value == null) {
                merged.remove(name);
            } else {
                merged.put(name, value);
            }
        });
        if (threshold != null) {
            String option = thresholdOption(factory);
            merged.put(option, threshold(factory, option, options, threshold));
        }
        PolicySpec policy = new PolicySpec(factory.name(), merged);
        create(policy);
        if (threshold != null) {
            thresholdRange(policy);
        }
        return policy;
    }

    /** The value of the threshold option of a valid policy; empty where its algorithm has none or it is not set. */
    public OptionalDouble threshold(PolicySpec policy) {
        AlgorithmFactory factory = get(policy.algorithm());
        Options options = Options.check(factory, heads, policy.options());
        return told(factory, () -> Objects.requireNonNull(factory.threshold(options), "threshold() is null"));
    }

    /**
     * How a valid policy compares its threshold with the signals of a position; empty where that does not tell what it does.
     *
     * @param vocabularySize ids of the pair's vocabulary
     */
    public Optional<ThresholdRule> thresholdRule(PolicySpec policy, int vocabularySize) {
        AlgorithmFactory factory = get(policy.algorithm());
        Options options = Options.check(factory, heads, policy.options());
        return told(factory, () -> Optional.ofNullable(factory.thresholdRule(options, vocabularySize)));
    }

    /**
     * Between which values the threshold of a policy may lie, whatever it is now.
     *
     * @throws EngineException INVALID_REQUEST for {@code routing.threshold} if its algorithm has none, or it does nothing beside the
     *     other options
     */
    public ThresholdRange thresholdRange(PolicySpec policy) {
        AlgorithmFactory factory = get(policy.algorithm());
        thresholdOption(factory);
        Options options = Options.check(factory, heads, policy.options());
        return told(factory, () -> Objects.requireNonNull(factory.thresholdRange(options), "thresholdRange() is null"));
    }

    private static <T> T told(AlgorithmFactory factory, Supplier<T> question) {
        try {
            return question.get();
        } catch (EngineException refusal) {
            throw refusal;
        } catch (Throwable failure) {
            throw new EngineException(
                    EngineException.Kind.ROUTING,
                    "the routing algorithm " + factory.name() + " cannot be asked: "
                            + failure.getClass().getName(),
                    failure);
        }
    }

    /**
     * The option that a policy's threshold is.
     *
     * @throws EngineException INVALID_REQUEST for {@code routing.threshold} if its algorithm has none
     */
    public OptionSpec thresholdSpec(String algorithm) {
        AlgorithmFactory factory = get(algorithm);
        return spec(factory, thresholdOption(factory));
    }

    private static String thresholdOption(AlgorithmFactory factory) {
        String option = factory.thresholdOption();
        if (option == null) {
            throw EngineException.invalid("routing.threshold", "policy '" + factory.name() + "' has no threshold");
        }
        return option;
    }

    private static Object threshold(
            AlgorithmFactory factory,
            String option,
            Map<String, ? extends @Nullable Object> options,
            Object threshold) {
        OptionSpec spec = spec(factory, option);
        Object value = spec.check(threshold, "routing.threshold");
        Object other = options.get(option);
        if (other != null && !spec.check(other, "routing.options." + option).equals(value)) {
            throw EngineException.invalid(
                    "routing.threshold",
                    "routing.threshold is " + value + " and routing.options." + option + ", which is the same, is "
                            + other);
        }
        return value;
    }

    private static OptionSpec spec(AlgorithmFactory factory, String option) {
        return factory.options().stream()
                .filter(spec -> spec.name().equals(option))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(factory.name() + " has no option " + option));
    }
}
