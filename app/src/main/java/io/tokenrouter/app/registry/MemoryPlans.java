package io.tokenrouter.app.registry;

/** Begins {@link MemoryPlan}s. */
record MemoryPlans(Places places, MemoryProbe probe) {

    MemoryPlan begin() {
        return new MemoryPlan(places, probe);
    }

    /** For many plans of one moment: what is free of this machine is asked once for all of them. */
    MemoryPlans ofThisMoment() {
        return new MemoryPlans(places, new RememberedMemory(probe));
    }
}
