package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.sampling.Fusion;
import java.util.List;
import java.util.Set;

/** Where a request goes next. */
public sealed interface Hop {

    static Hop to(Role role) {
        return new To(role);
    }

    static Hop fuse(Fusion rule, Role... roles) {
        return new Fuse(List.of(roles), rule);
    }

    static Hop done(FinishReason why) {
        return new Done(why);
    }

    /** One model acts. */
    record To(Role role) implements Hop {}

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
