package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;
import io.tokenrouter.engine.routing.View;
import io.tokenrouter.engine.sampling.Fusion;

/**
 * Both models write each token together; with a gate, only those of which the small one is unsure. A token for which one of them does
 * not answer is written by the other alone.
 */
final class Fuse implements RoutingAlgorithm<Fuse.State> {

    /** The order of weights. */
    static final Role[] ROLES = {Role.LARGE, Role.SMALL};

    /** Its token may be written by both. */
    private static final Hop SMALL = Hop.to(Role.SMALL);

    /** The same model, and what it writes is taken: told apart by identity. */
    private static final Hop SMALL_ALONE = Hop.to(Role.SMALL);

    private static final Hop LARGE = Hop.to(Role.LARGE);

    private final Spec spec;
    private final Fusion rule;
    private final Hop together;
    private final boolean gated;
    private final double threshold;
    private final boolean ownTemplates;

    private Fuse(Spec spec, Fusion rule, boolean gated, double threshold, boolean ownTemplates) {
        this.spec = spec;
        this.rule = rule;
        this.together = Hop.fuse(rule, ROLES);
        this.gated = gated;
        this.threshold = threshold;
        this.ownTemplates = ownTemplates;
    }

    /** Of all tokens. */
    static Fuse everywhere(Fusion rule) {
        return new Fuse(Spec.of(ROLES), rule, false, 0, false);
    }

    /** Of tokens at which the small model's entropy is above a threshold, in nats; the others are its own. */
    static Fuse whereUnsure(Fusion rule, double threshold) {
        return new Fuse(Spec.of(ROLES).withSignals(Role.SMALL, Signals.BASIC.withRow()), rule, true, threshold, false);
    }

    /** The same where each model reads the conversation in its own chat template. */
    Fuse inOwnTemplates() {
        return new Fuse(spec.withTemplates(Role.SMALL.name(), Role.LARGE.name()), rule, gated, threshold, true);
    }

    /** One request: where it goes next. */
    static final class State {
        private Hop next;

        State(Hop next) {
            this.next = next;
        }
    }

    @Override
    public Spec spec() {
        return spec;
    }

    @Override
    public State begin(Prompt prompt) {
        return new State(first());
    }

    @Override
    public Hop route(State state, Trace trace) {
        return state.next;
    }

    @Override
    public Ask send(State state, Trace trace, Role to) {
        return ownTemplates ? Ask.next().of(new View.Templated(to.name())) : Ask.next();
    }

    @Override
    public void receive(State state, Trace trace, Reply reply) {
        if (reply.isTroubled()) {
            state.next = reply.from().equals(Role.SMALL) ? LARGE : SMALL_ALONE;
        } else if (state.next == SMALL && !(reply.last().entropy() <= threshold)) {
            state.next = together;
        } else {
            trace.commit(reply.tokens());
            state.next = first();
        }
    }

    private Hop first() {
        return gated ? SMALL : together;
    }
}
