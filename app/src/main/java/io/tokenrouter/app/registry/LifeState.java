package io.tokenrouter.app.registry;

/** The life of a registered model or pair. */
public enum LifeState {
    /** Registered, and left out of memory. */
    UNLOADED,
    /** On its way into memory. */
    LOADING,
    /** Can be asked for. */
    SERVING,
    /** Takes no new requests; those that run may end. */
    DRAINING,
    /** Could not be loaded. */
    FAILED;

    /** Whether it is settled and may be loaded. */
    boolean isOut() {
        return this == UNLOADED || this == FAILED;
    }
}
