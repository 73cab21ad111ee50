package io.tokenrouter.engine.calibrate;

import org.jspecify.annotations.Nullable;

/**
 * A prompt to replay.
 *
 * @param ids as a request has them; not copied
 * @param grader null where nobody knows what a right answer is
 */
public record ReplayPrompt(int[] ids, @Nullable Grader grader) {

    /** Tells right answers from wrong ones. Called by the thread that calibrates. */
    @FunctionalInterface
    public interface Grader {

        /**
         * @param ids of the answer, the end token included
         * @param ended whether it came to its own end; false where a limit cut it off
         */
        boolean isRight(int[] ids, boolean ended);
    }
}
