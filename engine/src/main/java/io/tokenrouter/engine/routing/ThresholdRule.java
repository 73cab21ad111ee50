package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.TokenSignals;

/**
 * How an algorithm compares its threshold with the signals of one position, where nothing else decides there. What a threshold would
 * do can then be told from signals on record.
 *
 * @param scale by which the signal is multiplied before it is compared, positive
 */
public record ThresholdRule(Signal signal, Sense sense, double scale) {

    /** Which signal of the small model's row is compared. */
    public enum Signal {
        /** Nats. */
        ENTROPY,
        TOP_PROBABILITY,
        MARGIN,
        /** The router head's number. */
        SCORE
    }

    /** When the large model writes. */
    public enum Sense {
        /** At the threshold and above. */
        FROM,
        /** Below the threshold. */
        BELOW
    }

    public ThresholdRule(Signal signal, Sense sense) {
        this(signal, sense, 1);
    }

    public ThresholdRule {
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("a scale is positive, not " + scale);
        }
    }

    /** What is compared with the threshold; NaN where it is not known. */
    public double score(TokenSignals signals) {
        return score(signals.entropy(), signals.topProb(), signals.margin(), signals.score());
    }

    /** Likewise. */
    public double score(float entropy, float topProb, float margin, float score) {
        return scale
                * switch (signal) {
                    case ENTROPY -> entropy;
                    case TOP_PROBABILITY -> topProb;
                    case MARGIN -> margin;
                    case SCORE -> score;
                };
    }
}
