package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;

/** One head with memory for the rows of a pass. Rows are taken in, from several threads at once, and then computed together. */
interface HeadPass {

    /** Keeps of a row what the head reads. */
    void take(int at, HeadRow row);

    /** Computes rows {@code 0 .. count - 1}; the result is overwritten by the next call. */
    FloatRows compute(int count);
}
