package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import io.tokenrouter.engine.sampling.SoftmaxKernel;
import jdk.incubator.vector.FloatVector;

/** Kernels on the Vector API, for whatever vector width the machine has. */
final class VectorKernels implements Kernels {

    @Override
    public String name() {
        return "vector-" + FLOATS.vectorBitSize();
    }

    @Override
    public SoftmaxKernel softmax() {
        return new VectorSoftmax();
    }

    @Override
    public int scratchFloats(int columns) {
        return PanelMultiply.scratchFloats(columns);
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
        PanelMultiply.multiply(weights, fromRow, toRow, x, batch, out, outColumn, scratch);
    }

    @Override
    public void decodeRow(Tensor weights, int row, float[] out, int outOffset) {
        BlockDecoder.decode(
                weights.format(), weights.data(), row * weights.rowBytes(), weights.columns(), out, outOffset);
    }

    @Override
    public void rmsNorm(float[] x, int xOffset, float[] weight, float epsilon, float[] out, int outOffset) {
        int length = weight.length;
        int bound = FLOATS.loopBound(length);
        FloatVector sums = FloatVector.zero(FLOATS);
        for (int i = 0; i < bound; i += COUNT) {
            FloatVector v = FloatVector.fromArray(FLOATS, x, xOffset + i);
            sums = v.fma(v, sums);
        }
        float squares = Lanes.sum(sums);
        for (int i = bound; i < length; i++) {
            squares = Math.fma(x[xOffset + i], x[xOffset + i], squares);
        }
        float scale = (float) (1 / Math.sqrt((double) squares / length + epsilon));
        for (int i = 0; i < length; i++) {
            out[outOffset + i] = x[xOffset + i] * scale * weight[i];
        }
    }

    @Override
    public void swiGlu(float[] gate, int gateOffset, float[] up, int upOffset, int length) {
        int bound = FLOATS.loopBound(length);
        for (int i = 0; i < bound; i += COUNT) {
            FloatVector g = FloatVector.fromArray(FLOATS, gate, gateOffset + i);
            FloatVector u = FloatVector.fromArray(FLOATS, up, upOffset + i);
            FloatVector silu = g.div(VectorMath.exp(g.neg()).add(1f));
            silu.mul(u).intoArray(gate, gateOffset + i);
        }
        for (int i = bound; i < length; i++) {
            float g = gate[gateOffset + i];
            gate[gateOffset + i] = g / (VectorMath.exp(-g) + 1f) * up[upOffset + i];
        }
    }

    @Override
    public void geGlu(float[] gate, int gateOffset, float[] up, int upOffset, int length) {
        VectorTanh.geGlu(gate, gateOffset, up, upOffset, length);
    }

    @Override
    public void softCap(float[] x, int offset, int length, float cap) {
        VectorTanh.softCap(x, offset, length, cap);
    }

    @Override
    public float exponentials(float[] scores, int offset, int length, float max) {
        int bound = FLOATS.loopBound(length);
        float sum = VectorMath.exponentials(scores, offset, offset + bound, max);
        for (int i = bound; i < length; i++) {
            float e = VectorMath.exp(scores[offset + i] - max);
            scores[offset + i] = e;
            sum += e;
        }
        return sum;
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
        VectorBytes.scaleColumns(bytes, offset, rows, columns, factors, factorOffset, out, outOffset);
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
        VectorBytes.scaleRows(bytes, offset, rows, columns, stride, factors, factorOffset, out, outOffset);
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
            VectorAttention.score(
                    q,
                    qOffset + g * headDim,
                    headDim,
                    scale,
                    keys,
                    keyOffset,
                    blockSize,
                    scores,
                    scoreOffset + g * scoreStride);
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
            VectorAttention.mix(
                    weights,
                    weightOffset + g * weightStride,
                    headDim,
                    values,
                    valueOffset,
                    positions,
                    out,
                    outOffset + g * headDim);
        }
    }
}
