package io.tokenrouter.engine.runtime;

/** What the runtime does to be fast; each can be switched off to measure what it brings. None of them changes a result. */
public enum Optimisation {
    /** A model keeps the KV of a generation that is at another model. Without: the context is computed again at every switch. */
    KEPT_CACHES,
    /** Generations share KV blocks of equal prefixes. */
    SHARED_PREFIXES,
    /** A generation that stays on its model keeps its row. Without: it goes through the queue at every token. */
    STAY
}
