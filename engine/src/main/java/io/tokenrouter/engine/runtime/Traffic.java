package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.subserver.Subserver;
import java.util.List;
import java.util.Set;

/** What goes on in an engine. Safe from any thread. */
interface Traffic {

    /** All models. */
    List<Subserver> subservers();

    /** Generations that run. */
    int running();

    /** Generations that run and may visit any of these models. */
    int running(Set<String> models);

    /** Tokens that they have written since they were loaded. */
    long written(Set<String> models);
}
