package io.tokenrouter.engine.api;

import io.tokenrouter.engine.metrics.EngineSnapshot;

/** The front door of the engine as the API layer and the console see it. Safe from any thread. */
public interface GenerationEngine {

    /**
     * Validates and admits a request on all models of its route, or refuses it at once. Does not block.
     *
     * @param listener gets every event of the generation
     * @throws EngineException if it is refused; the listener is then never called
     */
    GenerationHandle submit(GenerationRequest request, TokenListener listener);

    /** Figures of this moment; cheap enough for several calls a second. */
    EngineSnapshot snapshot();
}
