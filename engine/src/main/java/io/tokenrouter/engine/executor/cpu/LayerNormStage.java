package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;

/** LayerNorm (Ba et al., arXiv 1607.06450) of every row. */
final class LayerNormStage extends TokenStage {

    private static final double EPSILON = 1e-5;

    private final float[] weight;
    private final float[] bias;
    private final FloatRows in;
    private final FloatRows out;

    LayerNormStage(CpuDevice device, float[] weight, float[] bias, FloatRows in, FloatRows out) {
        super(device, 3L * weight.length);
        this.weight = weight;
        this.bias = bias;
        this.in = in;
        this.out = out;
    }

    @Override
    void token(int token) {
        float[] x = in.values();
        float[] y = out.values();
        int from = in.offset(token);
        int to = out.offset(token);
        double sum = 0;
        for (int i = 0; i < weight.length; i++) {
            sum += x[from + i];
        }
        double mean = sum / weight.length;
        double squares = 0;
        for (int i = 0; i < weight.length; i++) {
            double d = x[from + i] - mean;
            squares += d * d;
        }
        double scale = 1 / Math.sqrt(squares / weight.length + EPSILON);
        for (int i = 0; i < weight.length; i++) {
            y[to + i] = (float) ((x[from + i] - mean) * scale) * weight[i] + bias[i];
        }
    }
}
