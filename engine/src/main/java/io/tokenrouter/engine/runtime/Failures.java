package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.LostWeightsException;
import io.tokenrouter.engine.sampling.InvalidLogitsException;
import org.slf4j.Logger;

/** What follows from failures, and how they are told. Those of code that is not ours may fail once more when they are asked for a message. */
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

    /**
     * Whether the answer may go on without the model that failed so. Not where it ran and its numbers are none: an algorithm that took
     * what the model was to judge, or wrote with another one, would make a sign of confidence of them. Nor where its device was lost: it
     * will not come back while the answer runs, and the pair is on its way out of service.
     */
    static boolean mayBeDoneWithout(Throwable failure) {
        return !(failure instanceof InvalidLogitsException || failure instanceof LostDeviceException);
    }

    /** Behind what failed, why; empty where that is nobody's business but the log's. */
    static String reason(Throwable failure) {
        boolean isTold = failure instanceof LostWeightsException
                || failure instanceof LostDeviceException
                || failure instanceof InvalidLogitsException;
        return isTold ? ": " + failure.getMessage() : "";
    }

    /** What a request is told that ends because a model failed so. */
    static EngineException.Kind kind(Throwable failure) {
        return failure instanceof LostDeviceException
                ? EngineException.Kind.DEVICE_LOST
                : EngineException.Kind.INTERNAL;
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
