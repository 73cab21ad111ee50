package io.tokenrouter.engine.tensor;

import io.tokenrouter.engine.sampling.SoftmaxKernel;

/**
 * Plain loops with sums in double precision: the oracle of the tests, and what runs where the Vector API module is absent.
 */
final class ScalarKernels implements Kernels {

    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public SoftmaxKernel softmax() {
        return SoftmaxKernel.scalar();
    }

    @Override
    public int scratchFloats(int columns) {
        return columns;
    }

    @Override
    public void multiply(
            Tensor weights,
            int fromRow,
            int toRow,
            FloatRows x,
            int batch,
            FloatRows out,
            int outColumn,
            float[] scratch) {
        int columns = weights.columns();
        for (int row = fromRow; row < toRow; row++) {
            decodeRow(weights, row, scratch, 0);
            for (int b = 0; b < batch; b++) {
                double sum = dot(scratch, 0, 1, x.values(), x.offset(b), 1, columns);
                out.values()[out.offset(b) + outColumn + row - fromRow] = (float) sum;
            }
        }
    }

    @Override
    public void decodeRow(Tensor weights, int row, float[] out, int outOffset) {
        BlockDecoder.decode(
                weights.format(), weights.data(), row * weights.rowBytes(), weights.columns(), out, outOffset);
    }

    @Override
    public void rmsNorm(float[] x, int xOffset, float[] weight, float epsilon, float[] out, int outOffset) {
        double squares = dot(x, xOffset, 1, x, xOffset, 1, weight.length);
        float scale = (float) (1 / Math.sqrt(squares / weight.length + epsilon));
        for (int i = 0; i < weight.length; i++) {
            out[outOffset + i] = x[xOffset + i] * scale * weight[i];
        }
    }

    @Override
    public void swiGlu(float[] gate, int gateOffset, float[] up, int upOffset, int length) {
        for (int i = 0; i < length; i++) {
            double g = gate[gateOffset + i];
            gate[gateOffset + i] = (float) (g / (1 + Math.exp(-g)) * up[upOffset + i]);
        }
    }

    @Override
    public void geGlu(float[] gate, int gateOffset, float[] up, int upOffset, int length) {
        for (int i = 0; i < length; i++) {
            double g = gate[gateOffset + i];
            double tanh = Math.tanh(Math.sqrt(2 / Math.PI) * (g + 0.044715 * g * g * g));
            gate[gateOffset + i] = (float) (g / 2 * (1 + tanh) * up[upOffset + i]);
        }
    }

    @Override
    public void softCap(float[] x, int offset, int length, float cap) {
        for (int i = offset; i < offset + length; i++) {
            x[i] = (float) (cap * Math.tanh((double) x[i] / cap));
        }
    }

    @Override
    public float exponentials(float[] scores, int offset, int length, float max) {
        double sum = 0;
        for (int i = offset; i < offset + length; i++) {
            scores[i] = (float) Math.exp(scores[i] - max);
            sum += scores[i];
        }
        return (float) sum;
    }

    @Override
    public void scaleColumns(
            byte[] bytes,
            int offset,
            int rows,
            int columns,
            float[] factors,
            int factorOffset,
            float[] out,
            int outOffset) {
        for (int i = 0; i < rows * columns; i++) {
            out[outOffset + i] = bytes[offset + i] * factors[factorOffset + i % columns];
        }
    }

    @Override
    public void scaleRows(
            byte[] bytes,
            int offset,
            int rows,
            int columns,
            int stride,
            float[] factors,
            int factorOffset,
            float[] out,
            int outOffset) {
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                out[outOffset + r * stride + c] = bytes[offset + r * stride + c] * factors[factorOffset + r];
            }
        }
    }

    @Override
    public void scoreBlock(
            float[] q,
            int qOffset,
            int group,
            int headDim,
            float scale,
            float[] keys,
            int keyOffset,
            int blockSize,
            float[] scores,
            int scoreOffset,
            int scoreStride) {
        for (int g = 0; g < group; g++) {
            for (int j = 0; j < blockSize; j++) {
                double sum = dot(q, qOffset + g * headDim, 1, keys, keyOffset + j, blockSize, headDim);
                scores[scoreOffset + g * scoreStride + j] = (float) (sum * scale);
            }
        }
    }

    @Override
    public void mixBlock(
            float[] weights,
            int weightOffset,
            int weightStride,
            int group,
            int headDim,
            float[] values,
            int valueOffset,
            int positions,
            float[] out,
            int outOffset) {
        for (int g = 0; g < group; g++) {
            for (int d = 0; d < headDim; d++) {
                out[outOffset + g * headDim + d] += (float)
                        dot(weights, weightOffset + g * weightStride, 1, values, valueOffset + d, headDim, positions);
            }
        }
    }

    private static double dot(float[] a, int aOffset, int aStep, float[] b, int bOffset, int bStep, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += (double) a[aOffset + i * aStep] * b[bOffset + i * bStep];
        }
        return sum;
    }
}
