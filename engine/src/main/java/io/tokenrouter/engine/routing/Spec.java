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
 * @param eosFrom roles whose end token ends the answer when it is committed
 * @param maxTail most ids that may be drafted and not yet accepted; 0 for an algorithm that never drafts
 */
public record Spec(List<Role> roles, Map<Role, Signals> signals, Set<Role> eosFrom, int maxTail) {

    public Spec {
        roles = List.copyOf(roles);
        signals = Map.copyOf(signals);
        eosFrom = Set.copyOf(eosFrom);
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
        return new Spec(List.of(roles), Map.of(), Set.of(roles), 0);
    }

    public Spec withSignals(Role role, Signals wanted) {
        Map<Role, Signals> all = new HashMap<>(signals);
        all.put(role, wanted);
        return new Spec(roles, all, eosFrom, maxTail);
    }

    public Spec withEosFrom(Role... ending) {
        return new Spec(roles, signals, Set.of(ending), maxTail);
    }

    public Spec withMaxTail(int ids) {
        return new Spec(roles, signals, eosFrom, ids);
    }

    /** What rows of this role must report. */
    public Signals signalsOf(Role role) {
        return signals.getOrDefault(role, Signals.BASIC);
    }
}
