package io.tokenrouter.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * What was known at a position when its token was committed; told to listeners that ask for it. All numbers are of the raw row of the
 * model that was asked first there: temperature 1, no bias, no penalties.
 *
 * @param index 0 for the first generated token
 * @param asked id of the model that was asked first; null where none was
 * @param writer id of the model that wrote the token; null where an algorithm inserted it literally
 * @param entropy nats; NaN if nobody was asked
 * @param topProb largest probability; NaN likewise
 * @param margin largest minus second largest probability; NaN likewise
 * @param score number of the router head that read the row; NaN unless there is exactly one
 */
public record TokenSignals(
        int index,
        @Nullable String asked,
        @Nullable String writer,
        float entropy,
        float topProb,
        float margin,
        float score,
        Agreement agreement) {

    /**
     * Whether two models that were asked at one position say the same. Of a draft that was judged it is told only where the rule is the
     * judge's own choice: where others stand or fall says nothing of it.
     */
    public enum Agreement {
        /**
         * The most probable token of the model that was asked second is what the first one proposed; or the model that judged the draft
         * would have written it itself.
         */
        SAME,
        /** It is another; or would have written another. */
        DIFFERENT,
        /** One model was asked, or none; or nobody can tell. */
        UNKNOWN
    }
}
