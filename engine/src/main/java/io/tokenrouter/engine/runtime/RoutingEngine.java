package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TextEncoder;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.subserver.Subserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The engine's front door: models and pairs, admission, and the end. Each model runs in a subserver of its own; a generation
 * goes between those of its route. Safe from any thread.
 *
 * <p>Executors stay their owner's: neither {@link #removeModel} nor {@link #close} closes them.
 */
public final class RoutingEngine implements GenerationEngine, AutoCloseable {

    private final EngineOptions options;
    private final Policies policies;
    private final Admission admission;
    private final GenerationFactory generations;
    private final StepScheduler scheduler;
    private final Map<String, Model> models = new LinkedHashMap<>();
    private final Targets targets;
    private final @Nullable SelfTuning tuning;
    private volatile List<Subserver> subservers = List.of();

    private record Model(Subserver subserver, Vocabulary vocabulary, TextEncoder text) {}

    /** @param algorithms that policies may name */
    public RoutingEngine(EngineOptions options, RoutingAlgorithms algorithms) {
        this.policies = new Policies(algorithms);
        this.scheduler = new StepScheduler(options.batching(), options.clock());
        this.admission = new Admission(options.maxRunning(), options.maxQueued());
        this.targets = new Targets(admission);
        this.tuning = SelfTuning.start(options, scheduler, new EngineTraffic(admission, () -> subservers));
        StepListener steps = new GuardedSteps(options.steps());
        this.options = options.withMetrics(new GuardedMetrics(options.metrics()))
                .withSteps(tuning == null ? steps : new StepListeners(steps, new GuardedSteps(tuning.steps())));
        this.generations = new GenerationFactory(this.options, admission);
    }

    /** As below, of a model that no policy can ask by text. */
    public void addModel(String id, ModelExecutor executor, Vocabulary vocabulary) {
        addModel(id, executor, vocabulary, TextEncoder.NONE);
    }

    /**
     * Starts a model's subserver. Requests can name the model by its id.
     *
     * @param executor used by this engine alone from now on
     * @param vocabulary what its ids stand for
     * @param text ids of texts, for policies that ask by text
     * @throws IllegalArgumentException if the id is taken
     */
    public synchronized void addModel(String id, ModelExecutor executor, Vocabulary vocabulary, TextEncoder text) {
        targets.requireFree(id);
        Subserver subserver = new Subserver(
                id,
                executor,
                options.optimisations().contains(Optimisation.SHARED_PREFIXES),
                scheduler,
                options.metrics(),
                options.steps(),
                options.clock());
        models.put(id, new Model(subserver, vocabulary, text));
        publishSubservers();
        targets.open(new Target(
                id, List.of(SoleModel.ROLE), List.of(subserver), List.of(vocabulary), text, new SoleModel(), false));
    }

    /** As below, of two models. */
    public void addPair(String id, String smallId, String largeId, PolicySpec policy) {
        addPair(id, smallId, largeId, Map.of(), policy);
    }

    /**
     * Binds two models to the roles {@code small} and {@code large}, and others to further roles. Requests can name the pair by its id.
     *
     * @param further model ids by role
     * @param policy of requests that bring none
     * @throws IllegalArgumentException if the id is taken, a model is unknown or has two roles, a further role is {@code small} or
     *     {@code large}, or the vocabularies differ in size
     * @throws EngineException INVALID_REQUEST if the policy is not valid, or names a role that the pair has not
     */
    public synchronized void addPair(
            String id, String smallId, String largeId, Map<String, String> further, PolicySpec policy) {
        targets.requireFree(id);
        PairRoles bound = PairRoles.of(smallId, largeId, further);
        List<Model> all = bound.modelIds().stream().map(this::model).toList();
        for (int i = 1; i < all.size(); i++) {
            bound.requireOneVocabulary(
                    i, all.getFirst().vocabulary(), all.get(i).vocabulary());
        }
        RoutingAlgorithm<?> algorithm = policies.algorithm(policy, id, bound.roles());
        Target target = new Target(
                id,
                bound.roles(),
                all.stream().map(Model::subserver).toList(),
                all.stream().map(Model::vocabulary).toList(),
                all.getFirst().text(),
                algorithm,
                true);
        RequestChecks.checkHeads(target, algorithm);
        link(bound);
        targets.open(target);
    }

    /** All or nothing. */
    private void link(PairRoles bound) {
        List<PairRoles.Link> made = new ArrayList<>();
        try {
            for (PairRoles.Link link : bound.links()) {
                scheduler.link(link.smallId(), link.largeId());
                made.add(link);
            }
        } catch (IllegalArgumentException refusal) {
            made.forEach(link -> scheduler.unlink(link.smallId(), link.largeId()));
            throw refusal;
        }
    }

    /**
     * Whether a pair's requests could bring a policy, or the pair have it; nothing changes. May read the file of a router head.
     *
     * @throws EngineException as {@link #submit}: UNKNOWN_TARGET, or INVALID_REQUEST if the policy is not valid or its router head does
     *     not fit the models
     */
    public void checkPolicy(String pairId, PolicySpec policy) {
        Target target = targets.named(pairId);
        RequestChecks.checkHeads(target, policies.of(policy, target));
    }

    /**
     * Takes no more requests for a pair, waits for those that run, cancels what is left after {@code patience}, and forgets the
     * pair. Its models stay.
     *
     * @throws IllegalArgumentException if there is no such pair
     */
    public void removePair(String id, Duration patience) {
        Target target = targets.pair(id);
        if (targets.retire(target, patience)) {
            PairRoles.of(target).links().forEach(link -> scheduler.unlink(link.smallId(), link.largeId()));
        }
    }

    /**
     * Takes no more requests for a model, waits for those that run, cancels what is left after {@code patience}, and ends its
     * subserver.
     *
     * @throws IllegalArgumentException if there is no such model
     * @throws IllegalStateException if a pair uses it
     */
    public void removeModel(String id, Duration patience) {
        Model model;
        synchronized (this) {
            model = model(id);
            targets.requireUnpaired(model.subserver());
            models.remove(id);
        }
        Target target = targets.find(id);
        if (target != null) {
            targets.retire(target, patience);
        }
        model.subserver().close();
        publishSubservers();
        options.metrics().modelRemoved(snapshot(model.subserver()));
    }

    @Override
    public GenerationHandle submit(GenerationRequest request, TokenListener listener) {
        try {
            return admit(request, listener);
        } catch (EngineException refusal) {
            throw counted(refusal);
        } catch (Throwable failure) {
            throw counted(new EngineException(
                    EngineException.Kind.INTERNAL,
                    Failures.message("the request could not be taken", failure),
                    failure));
        }
    }

    @Override
    public EngineSnapshot snapshot() {
        long now = options.clock().getAsLong();
        List<EngineSnapshot.Request> requests = new ArrayList<>();
        for (Generation generation : admission.all()) {
            requests.add(generation.snapshot(now));
        }
        return new EngineSnapshot(now, subservers.stream().map(this::snapshot).toList(), requests);
    }

    private EngineSnapshot.Model snapshot(Subserver subserver) {
        EngineSnapshot.Model model = subserver.snapshot();
        return tuning == null ? model : tuning.complete(model);
    }

    /**
     * Takes no more requests and waits for those that are in the engine.
     *
     * @return true if all of them ended in time
     */
    public boolean drain(Duration patience) {
        admission.stop();
        return admission.awaitNone(generation -> true, patience);
    }

    /** Cancels all generations that run or wait; returns at once, their ends follow. */
    public void cancelAll() {
        admission.all().forEach(Generation::cancel);
    }

    /** Cancels what is left and ends all subservers. */
    @Override
    public void close() {
        if (tuning != null) {
            tuning.close();
        }
        admission.stop();
        cancelAll();
        admission.awaitNone(generation -> true, Admission.LAST_STEPS);
        subservers.forEach(Subserver::close);
        scheduler.close();
    }

    /** Decides when steps begin; what a group of models does can be changed there while it runs. */
    public StepScheduler scheduler() {
        return scheduler;
    }

    private EngineException counted(EngineException refusal) {
        options.metrics().refused(refusal.kind().name().toLowerCase(Locale.ROOT));
        return refusal;
    }

    /** Tunes when steps begin; empty if the options do not ask for it. */
    public Optional<SelfTuning> tuning() {
        return Optional.ofNullable(tuning);
    }

    private GenerationHandle admit(GenerationRequest request, TokenListener listener) {
        Target target = targets.named(request.target());
        RoutingAlgorithm<?> algorithm = policies.of(request, target);
        int mostIds = RequestChecks.check(request, target, algorithm);
        Generation generation = generations.create(request, target, algorithm, mostIds, listener);
        if (admission.admit(generation)) {
            generation.start();
        }
        return generation;
    }

    private Model model(String id) {
        Model model = models.get(id);
        if (model == null) {
            throw new IllegalArgumentException("there is no model '" + id + "'");
        }
        return model;
    }

    private synchronized void publishSubservers() {
        subservers = models.values().stream().map(Model::subserver).toList();
    }
}
