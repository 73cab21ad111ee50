package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Spec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which of a target's roles an algorithm may name, and what rows of each report. */
final class Cast {

    private final List<Role> roles;
    private final boolean[] visited;
    private final @Nullable Signals[] signals;

    /**
     * @param roles of the target
     * @param spec of the algorithm; all its roles are among them
     * @param topIds most probable tokens that rows report, whatever the algorithm wants of them
     */
    Cast(List<Role> roles, Spec spec, int topIds) {
        this.roles = roles;
        this.visited = new boolean[roles.size()];
        this.signals = new Signals[roles.size()];
        for (Role part : spec.roles()) {
            int index = roles.indexOf(part);
            Signals wanted = spec.signalsOf(part);
            visited[index] = true;
            signals[index] = wanted.withTopK(Math.max(topIds, wanted.topK()));
        }
    }

    /** By role, whether the algorithm may name it. Not to be changed. */
    boolean[] visited() {
        return visited;
    }

    /** By role, what its rows report; null where the algorithm does not name it. Not to be changed. */
    @Nullable
    Signals[] signals() {
        return signals;
    }

    /** What rows of a role report that the algorithm may name. */
    Signals signals(int index) {
        Signals wanted = signals[index];
        if (wanted == null) {
            throw new IllegalStateException("the algorithm does not name the role '" + roles.get(index) + "'");
        }
        return wanted;
    }

    /** @throws IllegalStateException if the algorithm named a role that its spec does not */
    int index(Role part) {
        int index = roles.indexOf(part);
        if (index < 0 || !visited[index]) {
            throw new IllegalStateException("route names the role '" + part + "', which its spec does not");
        }
        return index;
    }
}
