package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;

/** One model writes everything. The state is the hop it always makes. */
record Fixed(Role role) implements RoutingAlgorithm<Hop> {

    @Override
    public Spec spec() {
        return Spec.of(role);
    }

    @Override
    public Hop begin(Prompt prompt) {
        return Hop.to(role);
    }

    @Override
    public Hop route(Hop hop, Trace trace) {
        return hop;
    }
}
