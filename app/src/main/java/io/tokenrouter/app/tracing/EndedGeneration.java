package io.tokenrouter.app.tracing;

import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.requests.Route;
import io.tokenrouter.engine.api.SamplingParams;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A generation that waits to be told. Holds no prompt, however long the collector is away.
 *
 * @param at when it was submitted
 * @param traceparent of its request, as it came; null for none
 * @param maxTokens most that were asked for
 */
record EndedGeneration(
        Instant at,
        @Nullable String traceparent,
        int maxTokens,
        SamplingParams sampling,
        GenerationRecord record,
        Route route) {

    static EndedGeneration of(Begun begun, GenerationRecord record, Route route) {
        return new EndedGeneration(
                begun.at(),
                begun.traceparent(),
                begun.request().stop().maxTokens(),
                begun.request().sampling(),
                record,
                route);
    }
}
