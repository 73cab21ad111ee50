package io.tokenrouter.app.serving;

import java.util.List;

/** Whether the server takes requests. Answers from memory; safe from any thread. */
public interface ServingStatus {

    Phase phase();

    /** Ids of models that have work and get nowhere; requests for the others are answered. */
    default List<String> stuckModels() {
        return List.of();
    }

    /** The life of a server. */
    enum Phase {
        /** Models are being loaded. */
        LOADING,
        READY,
        /** No new requests; those that run may end. */
        DRAINING
    }
}
