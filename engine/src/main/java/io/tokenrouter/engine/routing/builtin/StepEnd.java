package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.text.StopStringMatcher;
import java.util.List;

/** Tells where the steps of a text end that is written token by token. For one request. */
final class StepEnd {

    private final String delimiter;
    private final int least;
    private final int most;
    private StopStringMatcher ends;
    private int tokens;

    /**
     * @param delimiter ends a step
     * @param least tokens before which a delimiter does not count
     * @param most tokens after which a step is over in any case
     */
    StepEnd(String delimiter, int least, int most) {
        this.delimiter = delimiter;
        this.least = least;
        this.most = most;
        this.ends = new StopStringMatcher(List.of(delimiter));
    }

    /** Takes the next token; true if its step ends with it. */
    boolean isWith(byte[] bytes) {
        tokens++;
        boolean found = ends.accept(bytes);
        boolean over = found && tokens >= least || tokens >= most;
        if (found || over) {
            ends = new StopStringMatcher(List.of(delimiter));
        }
        tokens = over ? 0 : tokens;
        return over;
    }
}
