package io.tokenrouter.app.serving;

/**
 * Why something that is registered cannot be asked for at this moment.
 *
 * @param retryAfterSeconds when to ask again; 0 where that alone would not help
 */
public record NotServed(Reason reason, int retryAfterSeconds) {

    /** What is the matter with it. */
    public enum Reason {
        /** On its way into memory. */
        LOADING,
        /** Takes no new requests; those that run may end. */
        DRAINING,
        /** Registered, and left out of memory. */
        UNLOADED,
        /** It could not be loaded. */
        FAILED
    }
}
