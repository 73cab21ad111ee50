package io.tokenrouter.engine.api;

/** Why a generation ended without an error. */
public enum FinishReason {
    /** End token, stop string or stop id; also when a routing algorithm says it is done. */
    STOP,
    /** {@code max_tokens} or the context length of a model. */
    LENGTH,
    /** Cancelled by its caller. */
    CANCELLED
}
