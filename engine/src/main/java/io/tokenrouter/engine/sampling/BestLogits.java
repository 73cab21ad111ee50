package io.tokenrouter.engine.sampling;

/** The largest logits of a row, largest first. Keeps its scratch between calls; for one thread. */
public final class BestLogits {

    private final TopTokens top = new TopTokens();

    /**
     * Writes the {@code count} largest of {@code logits[offset .. offset + length)} to {@code out[at ..]}.
     *
     * @param count at most {@code length}
     */
    public void select(float[] logits, int offset, int length, int count, float[] out, int at) {
        top.select(logits, offset, length, count);
        for (int rank = 0; rank < count; rank++) {
            out[at + rank] = logits[offset + top.id(rank)];
        }
    }
}
