package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.engine.tensor.FloatRows;

/** Hands out what networks read: the hidden state, then the largest logits. */
final class InputsPass implements HeadPass {

    private final int hiddenSize;
    private final int topLogits;
    private final FloatRows out;

    InputsPass(RowInputs head, int hiddenSize) {
        this.hiddenSize = hiddenSize;
        topLogits = head.topLogits();
        out = FloatRows.allocate("the inputs of a head", Decoder.LOGIT_ROWS, hiddenSize + topLogits);
    }

    @Override
    public void take(int at, HeadRow row) {
        row.copyHidden(out.values(), out.offset(at));
        row.copyTopLogits(topLogits, out.values(), out.offset(at) + hiddenSize);
    }

    @Override
    public FloatRows compute(int count) {
        return out;
    }
}
