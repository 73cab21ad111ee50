package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.BYTES;
import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;
import static io.tokenrouter.engine.tensor.Lanes.PARTS;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;

/** Matrices of bytes to floats. What does not fill a vector of bytes goes one number at a time. */
final class VectorBytes {

    private VectorBytes() {}

    /** See {@link Kernels#scaleColumns}. */
    static void scaleColumns(
            byte[] bytes, int from, int rows, int columns, float[] factors, int f0, float[] out, int to) {
        int bound = BYTES.loopBound(columns);
        for (int r = 0; r < rows; r++) {
            int row = r * columns;
            for (int c = 0; c < bound; c += BYTES.length()) {
                ByteVector codes = ByteVector.fromArray(BYTES, bytes, from + row + c);
                for (int part = 0; part < PARTS; part++) {
                    int at = c + part * COUNT;
                    FloatVector factor = FloatVector.fromArray(FLOATS, factors, f0 + at);
                    Unpack.signed(codes, part).mul(factor).intoArray(out, to + row + at);
                }
            }
            for (int c = bound; c < columns; c++) {
                out[to + row + c] = bytes[from + row + c] * factors[f0 + c];
            }
        }
    }

    /** See {@link Kernels#scaleRows}. */
    static void scaleRows(
            byte[] bytes, int from, int rows, int columns, int stride, float[] factors, int f0, float[] out, int to) {
        int bound = BYTES.loopBound(columns);
        for (int r = 0; r < rows; r++) {
            float factor = factors[f0 + r];
            int row = r * stride;
            for (int c = 0; c < bound; c += BYTES.length()) {
                ByteVector codes = ByteVector.fromArray(BYTES, bytes, from + row + c);
                for (int part = 0; part < PARTS; part++) {
                    Unpack.signed(codes, part).mul(factor).intoArray(out, to + row + c + part * COUNT);
                }
            }
            for (int c = bound; c < columns; c++) {
                out[to + row + c] = bytes[from + row + c] * factor;
            }
        }
    }
}
