package io.tokenrouter.app.tools;

/**
 * Reads what follows the beginning of a call, until it is clear what it is. What becomes certain on the way goes to a {@link CallSink}.
 * Constant time for each character, in the mean.
 */
interface CallAttempt {

    enum Verdict {
        /** Not at its end yet. */
        MORE,
        /** With this character the calls are complete. */
        END,
        /** From this character on it is no call, or has been none at all. */
        TEXT
    }

    Verdict accept(char c);
}
