package io.tokenrouter.engine.calibrate;

/** What a threshold is to come to. */
public sealed interface Goal {

    /** @param share of all tokens, written by the large model, 0 to 1 */
    record Share(double share) implements Goal {
        public Share {
            require("share", share);
        }
    }

    /** @param recall share of the positions where the large model would write another token, at which it is asked, 0 to 1 */
    record Recall(double recall) implements Goal {
        public Recall {
            require("recall", recall);
        }
    }

    /** @param within how much less than the large model's accuracy is accepted, 0 to 1: 0.01 for a percentage point */
    record Accuracy(double within) implements Goal {
        public Accuracy {
            require("accuracy within", within);
        }
    }

    private static void require(String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + " must be a number from 0 to 1, not " + value);
        }
    }
}
