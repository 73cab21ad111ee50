package io.tokenrouter.app.tools;

import java.util.List;

/** Reads what follows the beginning of a call, until it is clear whether it is one. Constant time for each character, in the mean. */
interface CallAttempt {

    enum Verdict {
        /** Not clear yet. */
        MORE,
        /** With this character the calls are complete. */
        CALLS,
        /** It is other text. */
        TEXT
    }

    Verdict accept(char c);

    /** After {@link Verdict#CALLS}: at least one. */
    List<ToolCall> calls();
}
