package io.tokenrouter.engine.api;

import org.jspecify.annotations.Nullable;

/** A request that the engine refuses or cannot finish. The message is written for the caller. */
public class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds that callers tell apart. */
    public enum Kind {
        /** No such pair or model. */
        UNKNOWN_TARGET,
        /** A field is wrong; {@link #param()} names it. */
        INVALID_REQUEST,
        /** Prompt and answer cannot fit into the context or the KV pool. */
        CONTEXT_LENGTH_EXCEEDED,
        /** Queues are full; try again after {@link #retryAfterSeconds()}. */
        OVERLOADED,
        /** Loading or draining; try again later. */
        UNAVAILABLE,
        /** A model's device was lost under the request; the model is being taken out of service. */
        DEVICE_LOST,
        /** The request's routing algorithm failed; not the caller's fault. */
        ROUTING,
        /** Our fault. */
        INTERNAL
    }

    private final Kind kind;
    private final @Nullable String param;
    private final int retryAfterSeconds;

    public EngineException(Kind kind, String message, @Nullable String param, int retryAfterSeconds) {
        super(message);
        this.kind = kind;
        this.param = param;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public EngineException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.param = null;
        this.retryAfterSeconds = 0;
    }

    public static EngineException invalid(String param, String message) {
        return new EngineException(Kind.INVALID_REQUEST, message, param, 0);
    }

    public Kind kind() {
        return kind;
    }

    /** The request field at fault, by its API name; null where none is. */
    public @Nullable String param() {
        return param;
    }

    /** Seconds, at least 1 for {@link Kind#OVERLOADED} and {@link Kind#UNAVAILABLE}. */
    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
