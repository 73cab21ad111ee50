package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;

/**
 * What a model may do for a generation that is elsewhere, while it has nothing else to do. It saves time if the generation comes as
 * expected; whether and when it is done changes no result.
 */
public sealed interface Preparation {

    /**
     * Extends what is resident towards a view.
     *
     * @param ids holds the view from its start; entries below {@code length} never change
     * @param length ids of the view
     * @param settled leading ids that are final
     */
    record CatchUp(int[] ids, int length, int settled) implements Preparation {

        /**
         * A step that becomes due meanwhile waits for one chunk. A gap that is shorter is left to the row that needs it: there it costs
         * little, and here a whole step.
         */
        private static final int CHUNK = 64;

        /** Ids that are run at a time; what is left over is not run. */
        public static int chunk(ExecutorSpec spec) {
            return Math.min(CHUNK, spec.maxStepTokens());
        }
    }

    /**
     * Goes on from a token that this model proposed, as if the answer had it.
     *
     * @param position of that token; the ids before it are resident, or nothing is done
     * @param most tokens to make behind it, at least 1
     * @param endIds behind which nothing is made; sorted
     * @param wanted what the generation will want of each row; without drafts and masks
     */
    record RunAhead(int position, int token, int most, int[] endIds, CandidateRequest wanted) implements Preparation {}
}
