package io.tokenrouter.app.serving;

import io.tokenrouter.engine.api.GenerationEngine;
import org.jspecify.annotations.Nullable;

/** The engine as each caller has it: what is generated there is put down to the caller. */
@FunctionalInterface
public interface CallerEngines {

    /**
     * For one request of this caller: it counts as one, however many generations it begins.
     *
     * @param traceparent the request's header of this name (W3C Trace Context), as it came; null for none
     */
    GenerationEngine forRequestOf(Caller caller, @Nullable String traceparent);
}
