package io.tokenrouter.app.persistence;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.TokenEvent;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Follows generations while they run. Everything here returns at once and does not block. */
public interface GenerationObserver {

    /** Follows nothing. */
    GenerationObserver NONE = begun -> new Followed() {};

    /** A generation is about to be submitted. On the caller's thread. */
    Followed begins(Begun begun);

    /**
     * A generation as it is submitted.
     *
     * @param id of its record
     * @param policyName null where a single model answers
     * @param policyVersion 0 where the request names a built-in algorithm itself
     * @param traceparent of the request that asks for it, as it came; null for none
     */
    record Begun(
            UUID id,
            GenerationRequest request,
            Caller caller,
            @Nullable String policyName,
            int policyVersion,
            Instant at,
            @Nullable String traceparent) {}

    /**
     * One generation that is followed. Steps and tokens are told by the engine's threads, one at a time; the first of them may
     * come before {@link #admitted}.
     */
    interface Followed {

        /** The engine has taken it. */
        default void admitted(GenerationHandle handle) {}

        /** The engine has not taken it; nothing else is told. */
        default void refused() {}

        default void stepped(GenerationStep step) {}

        default void wrote(TokenEvent.Token token) {}

        /** It has ended; nothing else is told. */
        default void ended(GenerationRecord record) {}
    }
}
