package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.sampling.BestLogits;
import io.tokenrouter.engine.tensor.FloatRows;

/**
 * What a head may read of one row.
 *
 * @param row of {@code hidden} and {@code logits}
 * @param token that was drawn
 * @param best scratch of the thread that reads
 */
record HeadRow(FloatRows hidden, FloatRows logits, int row, int token, BestLogits best) {

    void copyHidden(float[] into, int at) {
        System.arraycopy(hidden.values(), hidden.offset(row), into, at, hidden.stride());
    }

    void copyTopLogits(int count, float[] into, int at) {
        best.select(logits.values(), logits.offset(row), logits.stride(), count, into, at);
    }
}
