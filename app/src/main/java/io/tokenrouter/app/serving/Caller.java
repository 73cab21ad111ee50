package io.tokenrouter.app.serving;

/** Whoever sends requests to the API, and what it may ask for. Answers from memory and never blocks; safe from any thread. */
public interface Caller {

    /** What records of its requests are put down to: the id of a key, or a word for requests without one. */
    String account();

    /** Whether it may ask for this pair or model. */
    boolean mayUse(String id);

    /** Whether its requests may choose policy, options and threshold themselves. */
    boolean mayRoute();

    /**
     * A request for a generation begins.
     *
     * @throws AccessException LIMITED if it comes too early
     */
    void requested();

    /** A generation has ended that took so many tokens of prompt and answer. */
    void used(long tokens);
}
