package io.tokenrouter.engine.calibrate;

import java.util.Arrays;

/**
 * What a policy would compare with its threshold at the positions of one answer.
 *
 * @param scores of all its positions, in any order; not copied
 * @param differing those of them where the large model would have written another token; not copied
 * @param judged at how many positions it is known whether it would
 */
public record ScoredRequest(double[] scores, double[] differing, int judged) {

    /** @throws IllegalArgumentException if a score is not finite, or the numbers do not fit together */
    public ScoredRequest {
        if (!Arrays.stream(scores).allMatch(Double::isFinite)
                || !Arrays.stream(differing).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("a score that is no number tells nothing of a threshold");
        }
        if (judged < differing.length || judged > scores.length) {
            throw new IllegalArgumentException(
                    differing.length + " of " + judged + " of " + scores.length + " positions cannot differ");
        }
    }
}
