package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.DotTiles.SLOTS;
import static io.tokenrouter.engine.tensor.Lanes.COUNT;

import java.lang.foreign.MemorySegment;

/**
 * Matrix times one row of activations, straight from the stored weights: with nothing to share a decoded panel with, it is
 * not worth writing one. Products add up in the order of {@link DotTiles}, to the same bits.
 */
final class SingleMultiply {

    private static final int SUMS = 16;

    private SingleMultiply() {}

    /** Kernels take whole vectors only; narrower ends are {@link PanelMultiply}'s. */
    static boolean fits(Tensor weights) {
        return weights.columns() % COUNT == 0;
    }

    /** {@code out[to + r - fromRow] = weights[r] . x}. */
    static void multiply(
            Tensor weights, int fromRow, int toRow, float[] x, int xFrom, float[] out, int to, float[] scratch) {
        for (int row = fromRow; row < toRow; row += SLOTS) {
            for (int i = 0; i < SLOTS; i += 2) {
                twoRows(weights, row + i, toRow - 1, x, xFrom, scratch, SUMS + i * COUNT);
            }
            Lanes.sumEight(scratch, SUMS, scratch, 0);
            System.arraycopy(scratch, 0, out, to + row - fromRow, Math.min(SLOTS, toRow - row));
        }
    }

    /** Accumulators of two rows; rows after {@code last} are {@code last} once more. */
    private static void twoRows(Tensor weights, int row, int last, float[] x, int from, float[] sums, int to) {
        MemorySegment data = weights.data();
        long w0 = Math.min(row, last) * weights.rowBytes();
        long w1 = Math.min(row + 1, last) * weights.rowBytes();
        int columns = weights.columns();
        int blocks = columns / weights.format().blockSize();
        switch (weights.format()) {
            case F32 -> PlainDots.floats(data, w0, w1, columns, x, from, sums, to);
            case F16 -> PlainDots.halves(data, w0, w1, columns, x, from, sums, to);
            case BF16 -> PlainDots.brains(data, w0, w1, columns, x, from, sums, to);
            case Q8_0 -> BlockDots.q80(data, w0, w1, blocks, x, from, sums, to);
            case Q4_0 -> BlockDots.q4(data, w0, w1, blocks, 18, 0, x, from, sums, to);
            case Q4_1 -> BlockDots.q4(data, w0, w1, blocks, 20, 2, x, from, sums, to);
            case Q5_0 -> {
                BlockDots.q5(data, w0, blocks, 22, 0, x, from, sums, to);
                BlockDots.q5(data, w1, blocks, 22, 0, x, from, sums, to + COUNT);
            }
            case Q5_1 -> {
                BlockDots.q5(data, w0, blocks, 24, 2, x, from, sums, to);
                BlockDots.q5(data, w1, blocks, 24, 2, x, from, sums, to + COUNT);
            }
        }
    }
}
