package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Ask;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which models could not answer since something was committed last, and who writes in their place. An algorithm hears of every such model
 * and may go on as it likes; where it names one again all the same, another model that it may visit writes the next token, so that it
 * need not think of trouble at all. Used by the thread at which the generation is.
 */
final class Detour {

    private final boolean[] visited;
    private final boolean[] missing;
    private final @Nullable Ask[] roomless;
    private boolean open;

    /** @param visited by role, whether the algorithm may name it */
    Detour(boolean[] visited) {
        this.visited = visited;
        this.missing = new boolean[visited.length];
        this.roomless = new Ask[visited.length];
    }

    /** The model could not run the request, whatever it was asked. */
    void missed(int role) {
        missing[role] = true;
    }

    /** The model had no room for what it was asked; for something else it may have. */
    void hadNoRoom(int role, Ask ask) {
        roomless[role] = ask;
    }

    /** Whether to ask the model this would be in vain. */
    boolean isNeeded(int role, Ask ask) {
        return missing[role] || Objects.equals(roomless[role], ask);
    }

    /** Something was committed: whoever could not answer before it may do so behind it. */
    void forget() {
        Arrays.fill(missing, false);
        Arrays.fill(roomless, null);
    }

    /**
     * The next token is another model's.
     *
     * @return index of its role; -1 if there is none
     */
    int begin(Ask ask) {
        for (int role = 0; role < visited.length; role++) {
            if (visited[role] && !isNeeded(role, ask)) {
                open = true;
                return role;
            }
        }
        return -1;
    }

    /** Whether the model of the present hop writes in the place of another. */
    boolean isOpen() {
        return open;
    }

    /** The hop is over. */
    void end() {
        open = false;
    }
}
