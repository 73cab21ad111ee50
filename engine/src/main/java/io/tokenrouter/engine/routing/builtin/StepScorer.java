package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Step;

/** How good a step of one request's answer is, in the words of whoever is asked. */
sealed interface StepScorer {

    /** What the scoring model is asked behind the step. */
    Ask ask();

    /** Whether the step is good enough. */
    boolean isGood(Step row);

    /**
     * A digit that answers a rubric.
     *
     * @param expected whether a rating is the mean over all digits, or the most probable one
     * @param least rating of a step that is taken
     */
    record Digit(DigitRating rating, boolean expected, double least) implements StepScorer {

        @Override
        public Ask ask() {
            return rating.ask();
        }

        @Override
        public boolean isGood(Step row) {
            return rating.read(row, expected) >= least;
        }
    }

    /**
     * A head on the row behind the step: a process reward model.
     *
     * @param least number, 0 to 1, of a step that is taken, where high is good
     */
    record Reward(RouterHead head, double least) implements StepScorer {

        @Override
        public Ask ask() {
            return Ask.score();
        }

        /** @throws IllegalStateException if the head's number is not defined, which is no praise */
        @Override
        public boolean isGood(Step row) {
            float number = row.heads()[0];
            if (Float.isNaN(number)) {
                throw new IllegalStateException(
                        "the router head '" + head.id() + "' gave a number that is not defined");
            }
            return head.score() == RouterHead.Score.HARD ? 1 - number >= least : number >= least;
        }
    }
}
