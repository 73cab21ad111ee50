package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;

/** Takes ids that stand for nothing out of rows of logits, so that nothing that is made of the rows ever has one. */
final class Gaps extends TokenStage {

    private final int[] ids;
    private final FloatRows logits;

    Gaps(CpuDevice device, int[] ids, FloatRows logits) {
        super(device, ids.length);
        this.ids = ids.clone();
        this.logits = logits;
    }

    @Override
    void token(int row) {
        int offset = logits.offset(row);
        for (int id : ids) {
            logits.values()[offset + id] = Float.NEGATIVE_INFINITY;
        }
    }
}
