package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.sampling.Fusion;
import java.util.List;
import java.util.Set;

/** Where a request goes next. */
public sealed interface Hop {

    static Hop to(Role role) {
        return new To(role, Set.of());
    }

    /** One model acts, others may work ahead. */
    static Hop to(Role role, Role... warm) {
        return new To(role, Set.of(warm));
    }

    static Hop fuse(Fusion rule, Role... roles) {
        return new Fuse(List.of(roles), rule);
    }

    static Hop done(FinishReason why) {
        return new Done(why);
    }

    /**
     * One model acts.
     *
     * @param warm roles that may use idle time meanwhile: to read what the trace has by now, or, where the role's newest proposal was set
     *     aside and stands where {@code role} is asked, to go on from that proposal. This costs work that may be in vain, and never
     *     changes an answer
     */
    record To(Role role, Set<Role> warm) implements Hop {
        public To {
            warm = Set.copyOf(warm);
        }
    }

    /**
     * Several models act at the same position, and one token is drawn from their rows together, with the request's sampling. Each is
     * given what {@code send} says, which must be one token to write; views may differ. {@code receive} is called once, with the
     * token as the first role's and the signals of the fused row, which has no heads; or with no steps, as of the role that could not answer.
     *
     * @param roles in the order of the rule's weights, none twice
     */
    record Fuse(List<Role> roles, Fusion rule) implements Hop {
        public Fuse {
            roles = List.copyOf(roles);
            if (Set.copyOf(roles).size() != roles.size()
                    || roles.size() != rule.weights().size()) {
                throw new IllegalArgumentException(
                        "a fusion needs " + rule.weights().size() + " roles, none twice: " + roles);
            }
        }
    }

    /** The algorithm ends the answer; a tail that is left is dropped. */
    record Done(FinishReason why) implements Hop {}
}
