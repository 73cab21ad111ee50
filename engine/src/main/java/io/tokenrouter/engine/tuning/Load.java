package io.tokenrouter.engine.tuning;

/** What a tuner asks its group about now and then. Safe from any thread, cheap. */
public interface Load {

    /** Requests that are at one of the models or on their way between them. */
    int activeRequests();

    /** Tokens that the models have committed since they were loaded. */
    long committedTokens();
}
