package io.tokenrouter.engine.sampling;

import java.util.Arrays;

/**
 * The raw logits of one position, kept beyond the step that computed them. Immutable; safe from any thread. Takes 4 bytes for each id
 * of the vocabulary.
 */
public final class LogitRow {

    private final float[] logits;

    private LogitRow(float[] logits) {
        this.logits = logits;
    }

    /**
     * @param offset index of the logit of id 0
     * @param vocabularySize ids that count; what follows is padding and is left behind
     */
    public static LogitRow copyOf(float[] logits, int offset, int vocabularySize) {
        return new LogitRow(Arrays.copyOfRange(logits, offset, offset + vocabularySize));
    }

    /** Ids of the model; they are below. */
    public int size() {
        return logits.length;
    }

    /** The logit of an id, as the model computed it. */
    public float logit(int id) {
        return logits[id];
    }

    float[] values() {
        return logits;
    }
}
