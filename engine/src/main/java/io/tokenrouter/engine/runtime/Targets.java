package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.subserver.Subserver;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What requests can name, by its id. Safe from any thread. */
final class Targets {

    private final Admission admission;
    private final Map<String, Target> byId = new ConcurrentHashMap<>();

    Targets(Admission admission) {
        this.admission = admission;
    }

    /** @throws EngineException UNKNOWN_TARGET */
    Target named(String id) {
        Target target = byId.get(id);
        if (target == null) {
            throw new EngineException(
                    EngineException.Kind.UNKNOWN_TARGET, "there is no model or pair '" + id + "'", "model", 0);
        }
        return target;
    }

    @Nullable
    Target find(String id) {
        return byId.get(id);
    }

    /** @throws IllegalArgumentException if there is no such pair */
    Target pair(String id) {
        Target target = byId.get(id);
        if (target == null || !target.pair()) {
            throw new IllegalArgumentException("there is no pair '" + id + "'");
        }
        return target;
    }

    /** @throws IllegalArgumentException if something has it */
    void requireFree(String id) {
        if (byId.containsKey(id)) {
            throw new IllegalArgumentException("the id '" + id + "' is taken");
        }
    }

    /** @throws IllegalStateException if a pair uses the model */
    void requireUnpaired(Subserver model) {
        for (Target target : byId.values()) {
            if (target.pair() && target.models().contains(model)) {
                throw new IllegalStateException("pair '" + target.id() + "' uses model '" + model.id() + "'");
            }
        }
    }

    void open(Target target) {
        admission.open(target);
        byId.put(target.id(), target);
    }

    /**
     * Takes no more requests for a target, waits for those that run and cancels what is left after {@code patience}.
     *
     * @return true for the one caller that took the target away, should there be several
     */
    boolean retire(Target target, Duration patience) {
        admission.close(target);
        if (!admission.awaitNone(generation -> generation.target() == target, patience)) {
            for (Generation generation : admission.all()) {
                if (generation.target() == target) {
                    generation.cancel();
                }
            }
            admission.awaitNone(generation -> generation.target() == target, Admission.LAST_STEPS);
        }
        return byId.remove(target.id(), target);
    }
}
