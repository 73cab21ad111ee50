package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A linear layer.
 *
 * @param weight outputs x inputs
 * @param bias one number an output, or none
 */
public record Linear(Tensor weight, float @Nullable [] bias) {

    /** The part that computes some of the outputs, from {@code from} to the one before {@code to}. */
    public Linear rows(int from, int to) {
        return new Linear(weight.slice(from, to), bias == null ? null : Arrays.copyOfRange(bias, from, to));
    }

    public int outputs() {
        return weight.rows();
    }

    public int inputs() {
        return weight.columns();
    }
}
