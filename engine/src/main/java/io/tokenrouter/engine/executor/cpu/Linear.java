package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A linear layer.
 *
 * @param weight outputs x inputs
 * @param bias one number an output, or none
 */
record Linear(Tensor weight, float @Nullable [] bias) {

    /** The part that computes some of the outputs, from {@code from} to the one before {@code to}. */
    Linear rows(int from, int to) {
        return new Linear(weight.slice(from, to), bias == null ? null : Arrays.copyOfRange(bias, from, to));
    }

    int outputs() {
        return weight.rows();
    }

    int inputs() {
        return weight.columns();
    }
}
