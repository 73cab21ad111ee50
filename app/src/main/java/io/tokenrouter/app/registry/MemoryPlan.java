package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What models take together: those in memory what they have, the others what they would get if they were loaded now in this order. */
final class MemoryPlan {

    /** Facts stay when a model is unloaded, its memory does not. */
    private static final Set<LifeState> HOLD_MEMORY =
            EnumSet.of(LifeState.LOADING, LifeState.SERVING, LifeState.DRAINING);

    private final ModelLoading loading;
    private final KvBudget budget;
    private final MemoryProbe probe;
    private CpuMemory planned = new CpuMemory(0, 0, 0);

    MemoryPlan(ModelLoading loading, KvBudget budget, MemoryProbe probe) {
        this.loading = loading;
        this.budget = budget;
        this.probe = probe;
    }

    /**
     * One of the models.
     *
     * @param loaded whether it has this memory already
     * @param refusal why it could not be loaded behind those before it; null where it could, or is
     */
    record Part(CpuMemory memory, boolean loaded, @Nullable String refusal) {}

    /** @throws UnusableFile if not one block fits what an operator gave it */
    Part next(ModelStatus model, ModelInspection file) {
        if (model.facts() != null && HOLD_MEMORY.contains(model.state())) {
            return new Part(model.facts().memory(), true, null);
        }
        KvShare share = budget.share(
                file.description().config(),
                model.registered().kvBytes(),
                Math.max(0, budget.left() - planned.keysAndValues()));
        CpuMemory needed = loading.memoryOf(model.registered(), file, share.bytes());
        planned = new CpuMemory(
                planned.weights() + needed.weights(),
                planned.keysAndValues() + needed.keysAndValues(),
                planned.workspace() + needed.workspace());
        String refusal =
                share.refusal() == null ? MemoryCheck.of(planned, probe).refusal() : share.refusal();
        return new Part(needed, false, refusal);
    }
}
