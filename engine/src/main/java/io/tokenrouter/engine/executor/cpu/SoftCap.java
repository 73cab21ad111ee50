package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/** Holds the numbers of each row within a distance of 0, in place. */
final class SoftCap extends TokenStage {

    private final Kernels kernels;
    private final FloatRows rows;
    private final float cap;

    SoftCap(CpuDevice device, Kernels kernels, FloatRows rows, float cap) {
        super(device, rows.stride());
        this.kernels = kernels;
        this.rows = rows;
        this.cap = cap;
    }

    @Override
    void token(int token) {
        kernels.softCap(rows.values(), rows.offset(token), rows.stride(), cap);
    }
}
