package io.tokenrouter.train.head;

/**
 * Brings every feature to mean 0 and variance 1, without which the large numbers among them drown the others. A trained head has it in
 * its first layers.
 *
 * @param mean of each feature
 * @param factor of each: one over its standard deviation, 0 for one that never changes
 */
record Scaling(double[] mean, double[] factor) {

    private static final double LEAST_DEVIATION = 1e-6;

    static Scaling of(Examples examples) {
        int features = examples.features();
        double[] mean = new double[features];
        double[] factor = new double[features];
        for (int i = 0; i < examples.count(); i++) {
            for (int j = 0; j < features; j++) {
                mean[j] += examples.values()[i * features + j] / (double) examples.count();
            }
        }
        for (int i = 0; i < examples.count(); i++) {
            for (int j = 0; j < features; j++) {
                double off = examples.values()[i * features + j] - mean[j];
                factor[j] += off * off / examples.count();
            }
        }
        for (int j = 0; j < features; j++) {
            double deviation = Math.sqrt(factor[j]);
            factor[j] = deviation < LEAST_DEVIATION ? 0 : 1 / deviation;
        }
        return new Scaling(mean, factor);
    }

    void apply(float[] from, int at, float[] to, int toAt) {
        for (int j = 0; j < mean.length; j++) {
            to[toAt + j] = (float) ((from[at + j] - mean[j]) * factor[j]);
        }
    }

    /**
     * Makes a layer that reads scaled features one that reads them as they are.
     *
     * @param weight outputs x inputs, row by row; changed
     * @param bias one number an output; changed
     * @param first feature that the layer's first input is; it reads {@code count}, its other inputs are none
     */
    void fold(float[] weight, float[] bias, int first, int count) {
        int inputs = weight.length / bias.length;
        for (int row = 0; row < bias.length; row++) {
            double shift = 0;
            for (int j = 0; j < count; j++) {
                double scaled = weight[row * inputs + j] * factor[first + j];
                shift += scaled * mean[first + j];
                weight[row * inputs + j] = (float) scaled;
            }
            bias[row] -= (float) shift;
        }
    }
}
