package io.tokenrouter.engine.sampling;

/**
 * A row of logits from which no token can be drawn: what may be drawn has NaN, positive infinity, or nothing above negative infinity. It
 * concerns that row alone; other rows of the batch are unaffected.
 */
public final class InvalidLogitsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidLogitsException(String message) {
        super(message);
    }

    /** Says what is wrong with a row whose largest logit is not finite. */
    static InvalidLogitsException of(float[] logits, int offset, int vocabulary) {
        for (int id = 0; id < vocabulary; id++) {
            float logit = logits[offset + id];
            if (Float.isNaN(logit) || logit == Float.POSITIVE_INFINITY) {
                return new InvalidLogitsException("the model's logit of token id " + id + " is " + logit);
            }
        }
        return new InvalidLogitsException("the model's logits of all tokens that may be drawn are negative infinity");
    }
}
