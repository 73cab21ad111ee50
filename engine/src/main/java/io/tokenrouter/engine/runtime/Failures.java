package io.tokenrouter.engine.runtime;

import org.slf4j.Logger;

/** Tells of failures of code that is not ours, which may fail once more when it is asked for its message. */
final class Failures {

    private Failures() {}

    /** What failed, and the failure in one line. */
    static String message(String what, Throwable failure) {
        try {
            return what + ": " + failure;
        } catch (Throwable speechless) {
            return what + ": " + failure.getClass().getName();
        }
    }

    /** Logs and never fails. */
    static void log(Logger log, String what, Throwable failure) {
        try {
            log.warn(what, failure);
        } catch (Throwable speechless) {
            log.warn("{}: {}", what, failure.getClass().getName());
        }
    }
}
