package io.tokenrouter.engine.routing;

/** What a model is shown of the request's ids. */
public sealed interface View {

    /** Prompt, committed ids and tail. */
    View ALL = new All();

    /** Everything. */
    record All() implements View {}
}
