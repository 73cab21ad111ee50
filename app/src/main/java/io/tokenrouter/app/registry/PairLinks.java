package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.app.serving.PairServed;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Clock;
import java.util.Map;
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
        ModelStatus small = models.get(pair.smallModelId());
        ModelStatus large = models.get(pair.largeModelId());
        String missing = missing(pair.smallModelId(), small);
        missing = missing == null ? missing(pair.largeModelId(), large) : missing;
        if (missing != null) {
            failed(pair, missing);
        } else if (small.state() == LifeState.SERVING && large.state() == LifeState.SERVING) {
            link(pair, small, large);
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

    private void link(RegisteredPair pair, ModelStatus small, ModelStatus large) {
        try {
            MemoryPlan plan = memory.begin();
            FitReport fit = Fit.of(
                    Fit.Member.of(small, inspections.of(small.registered().file()), plan),
                    Fit.Member.of(large, inspections.of(large.registered().file()), plan),
                    clock);
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
            engine.addPair(pair.id(), small.id(), large.id(), policy.spec());
            live.change(state -> state.pair(pair.id(), p -> p.as(LifeState.SERVING, null)));
            events.publishEvent(new PairServed(pair.id()));
        } catch (EngineException | IllegalArgumentException | UnusableFile | RegistryRefusal e) {
            failed(pair, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            log.error("Not served: pair {}", pair.id(), e);
            failed(pair, UnusableFile.UNFORESEEN);
        }
    }

    private void failed(RegisteredPair pair, String reason) {
        log.warn("Not served: pair {}: {}", pair.id(), reason);
        live.change(state -> state.pair(pair.id(), p -> p.as(LifeState.FAILED, reason)));
    }
}
