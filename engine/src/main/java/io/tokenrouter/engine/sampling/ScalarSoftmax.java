package io.tokenrouter.engine.sampling;

/** One element after the other, in double precision. */
enum ScalarSoftmax implements SoftmaxKernel {
    INSTANCE;

    /** exp of anything lower is 0 in double precision; also keeps 0 times infinity out of the sums. */
    private static final double LOWEST_EXPONENT = -750;

    @Override
    public float max(float[] row, int offset, int length) {
        float max = Float.NEGATIVE_INFINITY;
        for (int i = offset; i < offset + length; i++) {
            max = Math.max(max, row[i]);
        }
        return max;
    }

    @Override
    public double exponentials(float[] row, int offset, int length, float max, float scale, float[] out) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            float exponential = (float) Math.exp(((double) row[offset + i] - max) * scale);
            out[i] = exponential;
            sum += exponential;
        }
        return sum;
    }

    @Override
    public void moments(float[] row, int offset, int length, float max, double[] out) {
        double sum = 0;
        double weighted = 0;
        for (int i = offset; i < offset + length; i++) {
            double distance = Math.max((double) row[i] - max, LOWEST_EXPONENT);
            double exponential = Math.exp(distance);
            sum += exponential;
            weighted += distance * exponential;
        }
        out[0] = sum;
        out[1] = weighted;
    }
}
