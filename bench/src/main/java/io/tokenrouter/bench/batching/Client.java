package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.api.GenerationRequest;

/** Sends one request after the other. Used by one thread at a time. */
interface Client {

    /** Its next request. */
    GenerationRequest next();

    /** A token of the answer to the request before. */
    void wrote(int id);
}
