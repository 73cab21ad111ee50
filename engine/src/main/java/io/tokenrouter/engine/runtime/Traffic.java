package io.tokenrouter.engine.runtime;

import java.util.Set;

/** What goes on at some models of an engine. Safe from any thread. */
interface Traffic {

    /** Generations that run and may visit any of them. */
    int running(Set<String> models);

    /** Tokens that they have written since they were loaded. */
    long written(Set<String> models);
}
