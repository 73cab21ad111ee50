package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.requests.PairTapes;
import io.tokenrouter.app.requests.PairTapes.PairTape;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.ui.AlgorithmView;
import io.tokenrouter.ui.ConsoleCatalog;
import io.tokenrouter.ui.ConsoleRegistry;
import io.tokenrouter.ui.ModelDetail;
import io.tokenrouter.ui.ModelView;
import io.tokenrouter.ui.PairDetail;
import io.tokenrouter.ui.PolicyDetail;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Models, pairs and policies in every detail, as the console shows them. */
final class ConsoleRegistryAdapter implements ConsoleRegistry {

    private final LiveRegistry live;
    private final ConsoleCatalog catalog;
    private final RoutingAlgorithms algorithms;
    private final GenerationEngine engine;
    private final PairTapes tapes;

    ConsoleRegistryAdapter(
            LiveRegistry live,
            ConsoleCatalog catalog,
            RoutingAlgorithms algorithms,
            GenerationEngine engine,
            PairTapes tapes) {
        this.live = live;
        this.catalog = catalog;
        this.algorithms = algorithms;
        this.engine = engine;
        this.tapes = tapes;
    }

    @Override
    public List<ModelDetail> models() {
        RegistryState state = live.state();
        return catalog.models().stream()
                .filter(view -> state.models().containsKey(view.id()))
                .map(view -> detail(view, state))
                .toList();
    }

    private static ModelDetail detail(ModelView view, RegistryState state) {
        ModelStatus model = state.models().get(view.id());
        return new ModelDetail(
                view,
                word(model.registered().origin()),
                model.registered().version(),
                model.steps().stream()
                        .map(step -> new ModelDetail.Step(step.name(), step.millis(), step.detail()))
                        .toList(),
                ModelStatus.STEPS,
                model.facts() == null ? null : shape(model.facts()),
                state.pairs().values().stream()
                        .filter(pair -> pair.uses(view.id()))
                        .map(PairStatus::id)
                        .toList());
    }

    private static ModelDetail.Shape shape(ModelFacts facts) {
        ModelConfig config = facts.description().config();
        return new ModelDetail.Shape(
                config.feedForwardSize(),
                config.heads(),
                config.kvHeads(),
                config.headDim(),
                config.tiedEmbeddings(),
                facts.hasChatTemplate(),
                facts.endTokens(),
                facts.kvBytesPerToken(),
                facts.memory().weights(),
                facts.memory().keysAndValues(),
                facts.memory().workspace(),
                facts.device());
    }

    @Override
    public Optional<PairDetail> pair(String id) {
        List<ModelDetail> models = models();
        PairStatus pair = live.state().pairs().get(id);
        if (pair == null) {
            return Optional.empty();
        }
        return catalog.pairs().stream()
                .filter(view -> view.id().equals(id))
                .findFirst()
                .map(view -> new PairDetail(
                        view,
                        word(pair.registered().origin()),
                        pair.registered().version(),
                        model(models, view.smallId()),
                        model(models, view.largeId()),
                        pair.fit() == null ? null : fit(pair.fit()),
                        pair.registered().roles()));
    }

    private static @Nullable ModelDetail model(List<ModelDetail> models, String id) {
        return models.stream()
                .filter(model -> model.model().id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private static PairDetail.Fit fit(FitReport fit) {
        return new PairDetail.Fit(
                fit.fits(),
                fit.checks().stream()
                        .map(check -> new PairDetail.Check(
                                check.name(),
                                check.verdict().name().toLowerCase(Locale.ROOT),
                                check.figure(),
                                check.detail()))
                        .toList(),
                fit.vocabulary().firstDifference().isPresent()
                        ? (Integer) fit.vocabulary().firstDifference().getAsInt()
                        : null,
                fit.vocabulary().around().stream()
                        .map(row -> new PairDetail.TokenRow(row.id(), row.first(), row.second(), row.equal()))
                        .toList(),
                fit.checkedAt(),
                fit.millis());
    }

    @Override
    public List<PolicyDetail> policies() {
        RegistryState state = live.state();
        return catalog.policies().stream()
                .filter(view -> state.policies().containsKey(view.name()))
                .map(view -> new PolicyDetail(
                        view,
                        state.pairs().values().stream()
                                .filter(pair -> pair.registered().policyName().equals(view.name()))
                                .map(PairStatus::id)
                                .toList()))
                .toList();
    }

    @Override
    public List<AlgorithmView> algorithms() {
        return algorithms.all().stream().map(ConsoleRegistryAdapter::view).toList();
    }

    private static AlgorithmView view(AlgorithmFactory factory) {
        return new AlgorithmView(
                factory.name(),
                factory.help(),
                factory.thresholdOption(),
                factory.options().stream().map(ConsoleRegistryAdapter::option).toList());
    }

    private static AlgorithmView.Option option(OptionSpec spec) {
        return new AlgorithmView.Option(
                spec.name(),
                spec.type().name().toLowerCase(Locale.ROOT),
                spec.defaultValue(),
                spec.min(),
                spec.max(),
                spec.unit(),
                spec.range(),
                spec.help(),
                spec.choices());
    }

    @Override
    public Motion motion() {
        EngineSnapshot snapshot = engine.snapshot();
        Map<String, Integer> running = new HashMap<>();
        snapshot.requests().forEach(request -> running.merge(request.target(), 1, Integer::sum));
        return new Motion(
                live.revision(),
                snapshot.atNanos() / 1_000_000,
                running,
                live.state().pairs().keySet().stream().map(this::written).toList(),
                snapshot.models().stream()
                        .map(model -> new Counters(
                                model.id(),
                                model.waiting(),
                                model.totalBlocks() - model.freeBlocks() - model.cachedBlocks(),
                                model.totalBlocks()))
                        .toList());
    }

    private Written written(String pair) {
        PairTape tape = tapes.of(pair);
        return new Written(pair, tape.small(), tape.large(), tape.newest());
    }

    private static String word(Origin origin) {
        return switch (origin) {
            case DEMO -> "in the box";
            case COMMAND_LINE -> "from the command line";
            case CONSOLE -> "registered here";
        };
    }
}
