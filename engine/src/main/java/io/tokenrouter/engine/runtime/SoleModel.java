package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;

/** The policy of a single model: it writes everything. */
final class SoleModel implements RoutingAlgorithm<SoleModel> {

    static final Role ROLE = new Role("model");

    private static final Spec SPEC = Spec.of(ROLE);
    private static final Hop HOP = Hop.to(ROLE);

    @Override
    public Spec spec() {
        return SPEC;
    }

    @Override
    public SoleModel begin(Prompt prompt) {
        return this;
    }

    @Override
    public Hop route(SoleModel state, Trace trace) {
        return HOP;
    }
}
