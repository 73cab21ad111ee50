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
import java.util.List;

/**
 * Several models write each token together; with a gate, only those of which the small one is unsure. A token for which one of them does
 * not answer is written by one model alone: the first, or where that one failed the second.
 */
final class Fuse implements RoutingAlgorithm<Fuse.State> {

    /** Its token may be written by all. */
    private static final Hop SMALL = Hop.to(Role.SMALL);

    private final Spec spec;
    private final List<Role> roles;
    private final Fusion rule;
    private final Hop together;
    private final boolean gated;
    private final double threshold;
    private final boolean ownTemplates;

    /** What one model writes alone is taken: told apart from {@link #SMALL} by identity. */
    private final Hop firstAlone;

    private final Hop secondAlone;

    private Fuse(Spec spec, List<Role> roles, Fusion rule, boolean gated, double threshold, boolean ownTemplates) {
        this.spec = spec;
        this.roles = roles;
        this.rule = rule;
        this.together = Hop.fuse(rule, roles.toArray(Role[]::new));
        this.gated = gated;
        this.threshold = threshold;
        this.ownTemplates = ownTemplates;
        this.firstAlone = Hop.to(roles.getFirst());
        this.secondAlone = Hop.to(roles.get(1));
    }

    /**
     * Of all tokens.
     *
     * @param roles at least two, in the order of the rule's weights
     */
    static Fuse everywhere(List<Role> roles, Fusion rule) {
        return new Fuse(Spec.of(roles.toArray(Role[]::new)), roles, rule, false, 0, false);
    }

    /**
     * Of tokens at which the small model's entropy is above a threshold, in nats; the others are its own.
     *
     * @param roles the small one among them
     */
    static Fuse whereUnsure(List<Role> roles, Fusion rule, double threshold) {
        Spec spec = Spec.of(roles.toArray(Role[]::new)).withSignals(Role.SMALL, Signals.BASIC.withRow());
        return new Fuse(spec, roles, rule, true, threshold, false);
    }

    /** The same where each model reads the conversation in its own chat template. */
    Fuse inOwnTemplates() {
        String[] templates = roles.stream().map(Role::name).toArray(String[]::new);
        return new Fuse(spec.withTemplates(templates), roles, rule, gated, threshold, true);
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
            state.next = reply.from().equals(roles.getFirst()) ? secondAlone : firstAlone;
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
