package io.tokenrouter.app.serving;

import io.tokenrouter.engine.api.GenerationEngine;

/** The engine as each caller has it: what is generated there is put down to the caller. */
@FunctionalInterface
public interface CallerEngines {

    /**
     * For one request of this caller: it counts as one, however many generations it begins.
     *
     * @param request what it is known by
     */
    GenerationEngine forRequestOf(Caller caller, CallerRequest request);
}
