package io.tokenrouter.engine.runtime;

/** What the runtime does to be fast; each can be switched off to measure what it brings. None of them changes a result. */
public enum Optimisation {
    /** A model keeps the KV of a generation that is at another model. Without: the context is computed again at every switch. */
    KEPT_CACHES,
    /** Generations share KV blocks of equal prefixes. */
    SHARED_PREFIXES,
    /** A generation that stays on its model keeps its row. Without: it goes through the queue at every token. */
    STAY,
    /**
     * A model that an algorithm keeps warm reads in idle time what others have written. Without: when it is asked. Off by default: where it
     * was measured, the steps that it delays cost more than the prefill that it saves.
     */
    WARM_CATCH_UP,
    /** A model whose proposal was set aside goes on from it in idle time, in case the one that is asked says the same. */
    RUN_AHEAD
}
