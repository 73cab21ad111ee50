package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.app.serving.Served;
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

    private final LiveRegistry live;
    private final RoutingAlgorithms algorithms;
    private final @Nullable MeasuredQuality measured;

    /** Reads what was measured of the demo pair, once. */
    ConsoleAdapter(LiveRegistry live, RoutingAlgorithms algorithms) {
        this.live = live;
        this.algorithms = algorithms;
        this.measured = measured(live.state());
    }

    /** Of the demo pair alone: its report ships with its files, so it is about them. */
    private static @Nullable MeasuredQuality measured(RegistryState state) {
        PairStatus demo = state.pairs().get(Plan.DEMO_PAIR);
        ModelStatus large =
                demo == null ? null : state.models().get(demo.registered().largeModelId());
        Path folder = large == null ? null : large.registered().file().getParent();
        return folder == null ? null : MeasuredPairs.read(folder).orElse(null);
    }

    @Override
    public List<PairView> pairs() {
        RegistryState state = live.state();
        List<PolicyView> policies = policyViews(state, algorithms);
        return state.pairs().values().stream()
                .map(pair -> pairView(pair, policies))
                .toList();
    }

    @Override
    public List<ModelView> models() {
        return live.state().models().values().stream()
                .map(ConsoleAdapter::modelView)
                .toList();
    }

    @Override
    public List<PolicyView> policies() {
        return policyViews(live.state(), algorithms);
    }

    private static ModelView modelView(ModelStatus model) {
        String fileName = model.registered().file().getFileName().toString();
        ModelFacts facts = model.facts();
        if (facts == null) {
            return new ModelView(model.id(), state(model.state()), model.reason(), "", fileName, 0, "", 0, 0, 0, 0, 0);
        }
        ModelDescription description = facts.description();
        ModelConfig config = description.config();
        return new ModelView(
                model.id(),
                state(model.state()),
                model.reason(),
                config.architecture(),
                fileName,
                description.bytes(),
                description.weightFormat(),
                description.parameters(),
                config.layers(),
                config.hiddenSize(),
                description.tokenizerSize(),
                model.served() == null ? config.contextLength() : model.served().contextLength());
    }

    private PairView pairView(PairStatus pair, List<PolicyView> policies) {
        RegisteredPair registered = pair.registered();
        PolicyView policy = policies.stream()
                .filter(view -> view.name().equals(registered.policyName()))
                .findFirst()
                .orElseThrow();
        return new PairView(
                pair.id(),
                state(pair.state()),
                pair.reason(),
                registered.smallModelId(),
                registered.largeModelId(),
                policy,
                live.catalog().find(pair.id()).map(Served::contextLength).orElse(0),
                registered.origin() == Origin.DEMO ? DemoExamples.NUMBER_STORIES : List.of(),
                registered.origin() == Origin.DEMO ? measured : null);
    }

    private static ServingState state(LifeState state) {
        return switch (state) {
            case UNLOADED -> ServingState.UNLOADED;
            case LOADING -> ServingState.LOADING;
            case SERVING -> ServingState.SERVING;
            case DRAINING -> ServingState.DRAINING;
            case FAILED -> ServingState.FAILED;
        };
    }

    private static List<PolicyView> policyViews(RegistryState state, RoutingAlgorithms algorithms) {
        List<PolicyView> views = new ArrayList<>();
        for (ServedPolicy policy : state.policies().values()) {
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
        Map<String, Object> options = new HashMap<>();
        AlgorithmFactory factory = algorithms.find(spec.algorithm()).orElse(null);
        if (factory == null) {
            return new PolicyView(name, version, spec.algorithm(), spec.options(), null);
        }
        for (OptionSpec option : factory.options()) {
            Object value = spec.options().getOrDefault(option.name(), option.defaultValue());
            if (value != null) {
                options.put(option.name(), value);
            }
        }
        return new PolicyView(name, version, spec.algorithm(), options, factory.thresholdOption());
    }
}
