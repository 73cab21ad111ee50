package io.tokenrouter.app.registry;

/** Begins {@link MemoryPlan}s. */
record MemoryPlans(ModelLoading loading, KvBudget budget, MemoryProbe probe) {

    MemoryPlan begin() {
        return new MemoryPlan(loading, budget, probe);
    }

    /** For many plans of one moment: what is free is asked once for all of them. */
    MemoryPlans ofThisMoment() {
        return new MemoryPlans(loading, budget, new RememberedMemory(probe));
    }
}
