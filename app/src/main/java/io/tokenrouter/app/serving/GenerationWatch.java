package io.tokenrouter.app.serving;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.TokenListener;

/** Sees what generations write. */
public interface GenerationWatch {

    /** Sees nothing. */
    GenerationWatch NONE = (request, listener) -> listener;

    /** A listener that tells {@code listener} everything; called by the thread of the generation, so it must return at once. */
    TokenListener watch(GenerationRequest request, TokenListener listener);
}
