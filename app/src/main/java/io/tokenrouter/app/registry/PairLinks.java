package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.app.serving.PairServed;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/** Makes pairs of loaded models. Used by one thread at a time. */
final class PairLinks {

    private static final Logger log = LoggerFactory.getLogger(PairLinks.class);

    private final LiveRegistry live;
    private final Inspections inspections;
    private final MemoryPlans memory;
    private final RoutingEngine engine;
    private final ApplicationEventPublisher events;
    private final Clock clock = Clock.systemUTC();

    PairLinks(
            LiveRegistry live,
            Inspections inspections,
            MemoryPlans memory,
            RoutingEngine engine,
            ApplicationEventPublisher events) {
        this.live = live;
        this.inspections = inspections;
        this.memory = memory;
        this.engine = engine;
        this.events = events;
    }

    /** Takes every pair that waits for its models as far as they allow. */
    void advance() {
        for (PairStatus pair : live.state().pairs().values()) {
            if (pair.state() == LifeState.LOADING) {
                advance(pair.registered());
            }
        }
    }

    private void advance(RegisteredPair pair) {
        Map<String, ModelStatus> models = live.state().models();
        String missing = pair.modelIds().stream()
                .map(id -> missing(id, models.get(id)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (missing != null) {
            failed(pair, missing);
        } else if (pair.modelIds().stream().allMatch(id -> models.get(id).state() == LifeState.SERVING)) {
            link(pair);
        }
    }

    /** Null for a model that serves or is about to. */
    private static @Nullable String missing(String id, @Nullable ModelStatus model) {
        if (model == null) {
            return "its model " + id + " is not registered";
        }
        return switch (model.state()) {
            case SERVING, LOADING -> null;
            case FAILED -> "its model " + id + " is not loaded: " + model.reason();
            case UNLOADED, DRAINING -> "its model " + id + " is not loaded";
        };
    }

    private void link(RegisteredPair pair) {
        try {
            FitReport fit = fit(pair);
            live.change(state -> state.pair(pair.id(), p -> p.with(fit)));
            if (!fit.fits()) {
                failed(pair, fit.reason());
                return;
            }
            ServedPolicy policy = live.state().policies().get(pair.policyName());
            if (policy == null) {
                failed(pair, "there is no policy " + pair.policyName());
                return;
            }
            engine.addPair(pair.id(), pair.smallModelId(), pair.largeModelId(), pair.roles(), policy.spec());
            live.change(state -> state.pair(pair.id(), p -> p.as(LifeState.SERVING, null)));
            events.publishEvent(new PairServed(pair.id()));
        } catch (EngineException | IllegalArgumentException | UnusableFile | RegistryRefusal e) {
            failed(pair, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            log.error("Not served: pair {}", pair.id(), e);
            failed(pair, UnusableFile.UNFORESEEN);
        }
    }

    private FitReport fit(RegisteredPair pair) {
        MemoryPlan plan = memory.begin();
        Fit.Member small = member(pair.smallModelId(), plan);
        Fit.Member large = member(pair.largeModelId(), plan);
        FitReport fit = Fit.of(small, large, clock);
        for (Map.Entry<String, String> role : pair.roles().entrySet()) {
            fit = Fit.withRole(fit, role.getKey(), member(role.getValue(), plan), large, clock);
        }
        return fit;
    }

    private Fit.Member member(String id, MemoryPlan plan) {
        ModelStatus model = live.state().models().get(id);
        return Fit.Member.of(model, inspections.of(model.registered().file()), plan);
    }

    private void failed(RegisteredPair pair, String reason) {
        log.warn("Not served: pair {}: {}", pair.id(), reason);
        live.change(state -> state.pair(pair.id(), p -> p.as(LifeState.FAILED, reason)));
    }
}
