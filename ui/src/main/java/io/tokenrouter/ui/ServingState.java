package io.tokenrouter.ui;

/** The life of a pair or a model. */
public enum ServingState {
    /** Registered, and left out of memory. */
    UNLOADED,
    LOADING,
    SERVING,
    /** Takes no new requests; those that run may end. */
    DRAINING,
    FAILED
}
