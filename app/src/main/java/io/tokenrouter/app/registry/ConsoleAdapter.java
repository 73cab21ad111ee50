package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.catalog.ModelDescription;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.ui.ConsoleCatalog;
import io.tokenrouter.ui.DemoExamples;
import io.tokenrouter.ui.MeasuredQuality;
import io.tokenrouter.ui.ModelView;
import io.tokenrouter.ui.PairView;
import io.tokenrouter.ui.PolicyView;
import io.tokenrouter.ui.ServingState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is registered, as the console shows it. */
final class ConsoleAdapter implements ConsoleCatalog {

    private final List<ModelView> models;
    private final List<PairView> pairs;
    private final List<PolicyView> policies;

    ConsoleAdapter(Registered registered, RoutingAlgorithms algorithms) {
        models = registered.plan().models().values().stream()
                .map(model -> modelView(model, registered))
                .toList();
        policies = policyViews(registered, algorithms);
        pairs = registered.plan().pairs().values().stream()
                .map(pair -> pairView(pair, registered, policies))
                .toList();
    }

    @Override
    public List<PairView> pairs() {
        return pairs;
    }

    @Override
    public List<ModelView> models() {
        return models;
    }

    @Override
    public List<PolicyView> policies() {
        return policies;
    }

    private static ModelView modelView(Plan.Model model, Registered registered) {
        String fileName = model.file().getFileName().toString();
        if (registered.catalog().find(model.id()).orElse(null) instanceof ServedModel served) {
            ModelDescription description = served.description();
            ModelConfig config = description.config();
            return new ModelView(
                    model.id(),
                    ServingState.SERVING,
                    null,
                    config.architecture(),
                    fileName,
                    description.bytes(),
                    description.weightFormat(),
                    description.parameters(),
                    config.layers(),
                    config.hiddenSize(),
                    description.tokenizerSize(),
                    served.contextLength());
        }
        String reason = registered.failures().get(model.id());
        return new ModelView(model.id(), ServingState.FAILED, reason, "", fileName, 0, "", 0, 0, 0, 0, 0);
    }

    private static PairView pairView(Plan.Pair pair, Registered registered, List<PolicyView> policies) {
        PolicyView policy = policies.stream()
                .filter(view -> view.name().equals(pair.policyName()))
                .findFirst()
                .orElseThrow();
        boolean isServed = registered.catalog().find(pair.id()).orElse(null) instanceof ServedPair;
        return new PairView(
                pair.id(),
                isServed ? ServingState.SERVING : ServingState.FAILED,
                registered.failures().get(pair.id()),
                pair.smallId(),
                pair.largeId(),
                policy,
                registered
                        .catalog()
                        .find(pair.id())
                        .map(served -> served.contextLength())
                        .orElse(0),
                pair.origin() == Origin.DEMO ? DemoExamples.NUMBER_STORIES : List.of(),
                isServed ? quality(pair, registered, policy) : null);
    }

    /** Of the demo pair alone: its report ships with its files, so it is about them. */
    private static @Nullable MeasuredQuality quality(Plan.Pair pair, Registered registered, PolicyView policy) {
        Path folder = registered.plan().models().get(pair.largeId()).file().getParent();
        return pair.origin() == Origin.DEMO && folder != null
                ? MeasuredPairs.quality(folder, policy).orElse(null)
                : null;
    }

    private static List<PolicyView> policyViews(Registered registered, RoutingAlgorithms algorithms) {
        List<PolicyView> views = new ArrayList<>();
        for (ServedPolicy policy : registered.policies()) {
            views.add(policyView(policy.name(), policy.version(), policy.spec(), algorithms));
        }
        for (AlgorithmFactory builtIn : algorithms.all()) {
            if (views.stream().noneMatch(view -> view.name().equals(builtIn.name()))) {
                views.add(policyView(builtIn.name(), 0, PolicySpec.of(builtIn.name()), algorithms));
            }
        }
        return List.copyOf(views);
    }

    private static PolicyView policyView(String name, int version, PolicySpec spec, RoutingAlgorithms algorithms) {
        AlgorithmFactory factory = algorithms.get(spec.algorithm());
        Map<String, Object> options = new HashMap<>();
        for (OptionSpec option : factory.options()) {
            Object value = spec.options().getOrDefault(option.name(), option.defaultValue());
            if (value != null) {
                options.put(option.name(), value);
            }
        }
        return new PolicyView(name, version, spec.algorithm(), options, factory.thresholdOption());
    }
}
