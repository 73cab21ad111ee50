package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;

/** A function of single numbers, on the first {@code width} numbers of each row, in place. */
final class Activation extends TokenStage {

    /** Of one number. */
    @FunctionalInterface
    interface Function {
        float of(float x);
    }

    private final FloatRows rows;
    private final int width;
    private final Function function;

    Activation(CpuDevice device, FloatRows rows, int width, Function function) {
        super(device, width);
        this.rows = rows;
        this.width = width;
        this.function = function;
    }

    @Override
    void token(int token) {
        float[] values = rows.values();
        int from = rows.offset(token);
        for (int i = from; i < from + width; i++) {
            values[i] = function.of(values[i]);
        }
    }

    static float relu(float x) {
        return Math.max(0, x);
    }

    static float logistic(float x) {
        return (float) (1 / (1 + Math.exp(-x)));
    }

    /** {@code x * P(normal variable <= x)} (Hendrycks and Gimpel, arXiv 1606.08415). */
    static float gelu(float x) {
        return (float) (0.5 * x * (1 + erf(x * Math.sqrt(0.5))));
    }

    /** Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; at most 1.5e-7 off. */
    private static double erf(double x) {
        double t = 1 / (1 + 0.3275911 * Math.abs(x));
        double series =
                t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
        return Math.copySign(1 - series * Math.exp(-x * x), x);
    }
}
