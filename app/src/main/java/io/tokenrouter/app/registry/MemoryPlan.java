package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.ExecutorMemory;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What models take together: those in memory what they have, the others what they would get if they were loaded now in this order. */
final class MemoryPlan {

    /** Facts stay when a model is unloaded, its memory does not. */
    private static final Set<LifeState> HOLD_MEMORY =
            EnumSet.of(LifeState.LOADING, LifeState.SERVING, LifeState.DRAINING);

    private final Places places;
    private final MemoryProbe probe;
    private final Promised promised = new Promised();

    MemoryPlan(Places places, MemoryProbe probe) {
        this.places = places;
        this.probe = probe;
    }

    /**
     * One of the models.
     *
     * @param loaded whether it has this memory already
     * @param refusal why it could not be loaded behind those before it; null where it could, or is
     */
    record Part(
            ExecutorMemory memory, boolean loaded, @Nullable String refusal) {}

    /** @throws UnusableFile if not one block fits what an operator gave it, or no device can run it */
    Part next(ModelStatus model, ModelInspection file) {
        if (model.facts() != null && HOLD_MEMORY.contains(model.state())) {
            return new Part(model.facts().memory(), true, null);
        }
        Place place = places.find(model.registered(), file, promised, probe);
        promised.add(place.memory());
        return new Part(place.memory(), false, place.refusal());
    }
}
