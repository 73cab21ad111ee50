package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;

/**
 * Matrix times one row of activations, straight from the stored weights: with nothing to share a decoded panel with, it is
 * not worth writing one. Rows are taken in pairs, one from each half of the range: two neighbours read at once would look like
 * no pattern to the processor's prefetcher, two far apart are two sequential streams. Products add up in the order of {@link DotTiles}, to the same bits.
 */
final class SingleMultiply {

    /** Pairs of rows whose lanes are summed together. */
    private static final int PAIRS = DotTiles.SLOTS / 2;

    private static final int SUMS = 16;

    private SingleMultiply() {}

    /** Kernels take whole vectors only; narrower ends and formats without a kernel here are {@link PanelMultiply}'s. */
    static boolean fits(Tensor weights) {
        return weights.columns() % COUNT == 0
                && switch (weights.format()) {
                    case F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K, Q6_K -> true;
                    case Q2_K, Q3_K, IQ4_NL, IQ4_XS -> false;
                };
    }

    /** {@code out[to + r - fromRow] = weights[r] . x}. */
    static void multiply(
            Tensor weights, int fromRow, int toRow, float[] x, int xFrom, float[] out, int to, float[] scratch) {
        int half = Math.ceilDiv(toRow - fromRow, 2);
        for (int i = 0; i < half; i += PAIRS) {
            for (int j = 0; j < PAIRS; j++) {
                int low = fromRow + Math.min(i + j, half - 1);
                int high = Math.min(low + half, toRow - 1);
                twoRows(weights, low, high, x, xFrom, scratch, SUMS + j * COUNT);
            }
            Lanes.sumEight(scratch, SUMS, scratch, 0);
            System.arraycopy(scratch, 0, out, to + i, Math.min(PAIRS, half - i));
            int highs = Math.min(PAIRS, toRow - fromRow - half - i);
            if (highs > 0) {
                System.arraycopy(scratch, PAIRS, out, to + half + i, highs);
            }
        }
    }

    /**
     * Accumulators of two rows: of the second {@link #PAIRS} vectors after those of the first. Has to stay a method of its own
     * when compiled: see the package's notes on vectors and methods.
     */
    private static void twoRows(Tensor weights, int low, int high, float[] x, int from, float[] sums, int to) {
        long w0 = low * weights.rowBytes();
        long w1 = high * weights.rowBytes();
        int columns = weights.columns();
        int blocks = columns / weights.format().blockSize();
        int second = to + PAIRS * COUNT;
        switch (weights.format()) {
            case F32 -> PlainDots.floats(weights.data(), w0, w1, columns, x, from, sums, to);
            case F16 -> PlainDots.halves(weights.data(), w0, w1, columns, x, from, sums, to);
            case BF16 -> PlainDots.brains(weights.data(), w0, w1, columns, x, from, sums, to);
            case Q8_0 -> BlockDots.q80(weights.data(), w0, w1, blocks, x, from, sums, to);
            case Q4_0 -> BlockDots.q4(weights.data(), w0, w1, blocks, 18, 0, x, from, sums, to);
            case Q4_1 -> BlockDots.q4(weights.data(), w0, w1, blocks, 20, 2, x, from, sums, to);
            case Q5_0 -> {
                BlockDots.q5(weights.data(), w0, blocks, 22, 0, x, from, sums, to);
                BlockDots.q5(weights.data(), w1, blocks, 22, 0, x, from, sums, second);
            }
            case Q5_1 -> {
                BlockDots.q5(weights.data(), w0, blocks, 24, 2, x, from, sums, to);
                BlockDots.q5(weights.data(), w1, blocks, 24, 2, x, from, sums, second);
            }
            case Q4_K -> SuperBlockDots.q4k(weights.data(), w0, w1, blocks, x, from, sums, to);
            case Q5_K -> {
                SuperBlockDots.q5k(weights.data(), w0, blocks, x, from, sums, to);
                SuperBlockDots.q5k(weights.data(), w1, blocks, x, from, sums, second);
            }
            case Q6_K -> {
                SuperBlockDots.q6k(weights.data(), w0, blocks, x, from, sums, to);
                SuperBlockDots.q6k(weights.data(), w1, blocks, x, from, sums, second);
            }
            default -> throw new IllegalArgumentException(weights.format() + " has no kernel for one row");
        }
    }
}
