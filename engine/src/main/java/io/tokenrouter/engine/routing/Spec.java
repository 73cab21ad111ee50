package io.tokenrouter.engine.routing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the runtime must know of an algorithm before a request begins. Constant for one algorithm. Start from
 * {@link #of}.
 *
 * @param roles every role that {@code route} may name, without repetition; the request is admitted on all of them
 * @param signals what rows of a role must report; a role without an entry reports {@link Signals#BASIC}
 * @param eosFrom roles whose end tokens end the answer when they are committed; an end token of any of the models counts as theirs
 * @param maxTail most ids that may be drafted and not yet accepted; 0 for an algorithm that never drafts
 * @param templates chat templates of {@link View.Templated}; a request that does not carry the prompt in all of them is refused
 */
public record Spec(
        List<Role> roles, Map<Role, Signals> signals, Set<Role> eosFrom, int maxTail, Set<String> templates) {

    public Spec {
        roles = List.copyOf(roles);
        signals = Map.copyOf(signals);
        eosFrom = Set.copyOf(eosFrom);
        templates = Set.copyOf(templates);
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("an algorithm needs at least one role");
        }
        Set<Role> known = Set.copyOf(roles);
        if (known.size() != roles.size()) {
            throw new IllegalArgumentException("a role is named twice: " + roles);
        }
        if (!known.containsAll(signals.keySet()) || !known.containsAll(eosFrom)) {
            throw new IllegalArgumentException("signals or eosFrom name a role that is not among " + roles);
        }
        if (maxTail < 0) {
            throw new IllegalArgumentException("maxTail must be at least 0, not " + maxTail);
        }
    }

    /** Basic signals, the end token of every role counts, no tail. */
    public static Spec of(Role... roles) {
        return new Spec(List.of(roles), Map.of(), Set.of(roles), 0, Set.of());
    }

    public Spec withSignals(Role role, Signals wanted) {
        Map<Role, Signals> all = new HashMap<>(signals);
        all.put(role, wanted);
        return new Spec(roles, all, eosFrom, maxTail, templates);
    }

    public Spec withEosFrom(Role... ending) {
        return new Spec(roles, signals, Set.of(ending), maxTail, templates);
    }

    public Spec withMaxTail(int ids) {
        return new Spec(roles, signals, eosFrom, ids, templates);
    }

    public Spec withTemplates(String... ids) {
        return new Spec(roles, signals, eosFrom, maxTail, Set.of(ids));
    }

    /** What rows of this role must report. */
    public Signals signalsOf(Role role) {
        return signals.getOrDefault(role, Signals.BASIC);
    }
}
