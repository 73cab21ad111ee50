package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.DotTiles.SLOTS;
import static io.tokenrouter.engine.tensor.DotTiles.STEP;
import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;

/**
 * Matrix times several rows of activations. Weights are decoded once for up to 64 rows: a panel of eight weight rows by
 * up to {@link #PANEL_COLUMNS} columns at a time, row after row, so that memory is read as one stream. Tiles run over
 * stretches of {@link #STRETCH} columns, which the first-level cache holds.
 *
 * <p>Scratch: sums of a panel, its accumulators for each group of activations, the panel, the activations in groups.
 */
final class PanelMultiply {

    /** Most columns of a panel; a multiple of {@link #STRETCH}. */
    private static final int PANEL_COLUMNS = 2048;

    /** Columns of a tile; a multiple of every format's block and of every vector. */
    private static final int STRETCH = 256;

    /** Most groups that share a decoded panel. */
    private static final int MOST_GROUPS = 8;

    /** Most floats that rearranged activations may take, unless one group needs more. */
    private static final int MOST_ACTIVATIONS = 1 << 17;

    private static final int RESULTS = 16;
    private static final int SUMS = SLOTS * STEP;

    private PanelMultiply() {}

    static int scratchFloats(int columns) {
        int groups = groups(columns);
        return Math.addExact(
                RESULTS + groups * SUMS + panelFloats(columns), Math.multiplyExact(groups * SLOTS, padded(columns)));
    }

    private static int panelFloats(int columns) {
        return SLOTS * Math.min(PANEL_COLUMNS, padded(columns));
    }

    private static int groups(int columns) {
        return Math.clamp(MOST_ACTIVATIONS / ((long) SLOTS * padded(columns)), 1, MOST_GROUPS);
    }

    private static int padded(int columns) {
        return Math.ceilDiv(columns, COUNT) * COUNT;
    }

    /** See {@link Kernels#multiply}. */
    static void multiply(
            Tensor weights,
            int fromRow,
            int toRow,
            FloatRows x,
            int batch,
            FloatRows out,
            int outColumn,
            float[] scratch) {
        if (batch == 1 && SingleMultiply.fits(weights)) {
            SingleMultiply.multiply(weights, fromRow, toRow, x.values(), 0, out.values(), outColumn, scratch);
            return;
        }
        int most = groups(weights.columns()) * SLOTS;
        for (int b = 0; b < batch; b += most) {
            int rows = Math.min(most, batch - b);
            int groups = Math.ceilDiv(rows, SLOTS);
            int activations = RESULTS + groups * SUMS + panelFloats(weights.columns());
            for (int i = 0; i < rows; i++) {
                arrange(x, b + i, weights.columns(), scratch, activations, i);
            }
            for (int row = fromRow; row < toRow; row += SLOTS) {
                int count = Math.min(SLOTS, toRow - row);
                panel(weights, row, count, rows, groups, scratch);
                results(count, rows, out, b, outColumn + row - fromRow, scratch);
            }
        }
    }

    /** Puts a row of activations into its slot of its group, filled up with zeros. */
    private static void arrange(FloatRows x, int row, int columns, float[] scratch, int activations, int slot) {
        int group = activations + slot / SLOTS * SLOTS * padded(columns);
        int to = group + slot % SLOTS * COUNT;
        int from = x.offset(row);
        int whole = FLOATS.loopBound(columns);
        for (int k = 0; k < whole; k += COUNT) {
            FloatVector.fromArray(FLOATS, x.values(), from + k).intoArray(scratch, to + k * SLOTS);
        }
        if (whole < columns) {
            FloatVector.zero(FLOATS).intoArray(scratch, to + whole * SLOTS);
            System.arraycopy(x.values(), from + whole, scratch, to + whole * SLOTS, columns - whole);
        }
    }

    /** Fills the accumulators of one panel. */
    private static void panel(Tensor weights, int row, int count, int rows, int groups, float[] scratch) {
        int columns = weights.columns();
        int panel = RESULTS + groups * SUMS;
        int activations = panel + panelFloats(columns);
        Arrays.fill(scratch, RESULTS, panel, 0f);
        for (int first = 0; first < columns; first += PANEL_COLUMNS) {
            int width = Math.min(PANEL_COLUMNS, columns - first);
            for (int i = 0; i < count; i++) {
                PanelDecoder.decode(weights, row + i, first, width, scratch, panel + i * COUNT);
            }
            for (int group = 0; group < groups; group++) {
                int x = activations + (group * padded(columns) + first) * SLOTS;
                int inGroup = Math.min(SLOTS, rows - group * SLOTS);
                for (int k = 0; k < width; k += STRETCH) {
                    int length = padded(Math.min(STRETCH, width - k)) * SLOTS;
                    int skip = k * SLOTS;
                    tiles(scratch, panel + skip, x + skip, length, RESULTS + group * SUMS, count, inGroup);
                }
            }
        }
    }

    private static void tiles(float[] scratch, int panel, int x, int length, int sums, int weightRows, int rows) {
        int b = 0;
        for (; b + 2 < rows; b += 4) {
            int at = x + b * COUNT;
            int into = sums + b * STEP;
            if (DotTiles.LARGE) {
                for (int row = 0; row < weightRows; row += 4) {
                    DotTiles.fourByFour(scratch, panel + row * COUNT, at, length, into + row * COUNT);
                }
            } else {
                for (int row = 0; row < weightRows; row += 2) {
                    DotTiles.twoByFour(scratch, panel + row * COUNT, at, length, into + row * COUNT);
                }
            }
        }
        if (b + 1 < rows) {
            for (int row = 0; row < weightRows; row += 4) {
                DotTiles.fourByTwo(scratch, panel + row * COUNT, x + b * COUNT, length, sums + b * STEP + row * COUNT);
            }
        } else if (b < rows) {
            DotTiles.eightByOne(scratch, panel, x + b * COUNT, length, sums + b * STEP);
        }
    }

    /** Sums the accumulators' lanes and puts the results in their place. */
    private static void results(int count, int rows, FloatRows out, int b, int outColumn, float[] scratch) {
        for (int i = 0; i < rows; i++) {
            Lanes.sumEight(scratch, RESULTS + i * STEP, scratch, 0);
            System.arraycopy(scratch, 0, out.values(), out.offset(b + i) + outColumn, count);
        }
    }
}
