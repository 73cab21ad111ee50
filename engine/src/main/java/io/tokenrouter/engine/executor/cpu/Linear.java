package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A linear layer.
 *
 * @param weight outputs x inputs
 * @param bias one number an output, or none
 */
record Linear(Tensor weight, float @Nullable [] bias) {

    int outputs() {
        return weight.rows();
    }

    int inputs() {
        return weight.columns();
    }
}
