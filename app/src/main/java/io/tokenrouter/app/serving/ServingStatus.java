package io.tokenrouter.app.serving;

/** Whether the server takes requests. Answers from memory; safe from any thread. */
public interface ServingStatus {

    Phase phase();

    /** The life of a server. */
    enum Phase {
        /** Models are being loaded. */
        LOADING,
        READY,
        /** No new requests; those that run may end. */
        DRAINING
    }
}
