package io.tokenrouter.engine.tuning;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Batch sizes at which step times are kept. Up to the largest size that a device rounds up to, the time of a batch is that of the next
 * such size; elsewhere times are interpolated linearly, and beyond the ends they are held. Immutable.
 */
final class KnotGrid {

    private final int[] knots;

    /** How many of the knots, the first ones, are sizes that the device rounds up to. */
    private final int sizes;

    private KnotGrid(int[] knots, int sizes) {
        this.knots = knots;
        this.sizes = sizes;
    }

    /** For a device whose step times rise smoothly: 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, ... up to the largest step, and that size. */
    static KnotGrid upTo(int maxRows) {
        return upTo(maxRows, List.of());
    }

    /**
     * The sizes that the device rounds up to, and beyond the largest of them the first number, 1, 2, 3, 4, 6, 8, 12, ... up to the
     * largest step, and that.
     *
     * @param maxRows rows of the largest step, at least 1
     * @param stepSizes rising, from 1 to {@code maxRows}; empty for none
     */
    static KnotGrid upTo(int maxRows, List<Integer> stepSizes) {
        if (maxRows < 1) {
            throw new IllegalArgumentException("a step has at least 1 row, not " + maxRows);
        }
        int largest = stepSizes.isEmpty() ? 0 : stepSizes.getLast();
        TreeSet<Integer> beyond = new TreeSet<>(List.of(largest + 1, maxRows));
        for (long power = 1; power <= maxRows; power *= 2) {
            beyond.add((int) power);
            beyond.add((int) (power + power / 2));
        }
        IntStream all = IntStream.concat(
                stepSizes.stream().mapToInt(Integer::intValue),
                beyond.stream().mapToInt(Integer::intValue).filter(rows -> rows > largest && rows <= maxRows));
        return new KnotGrid(all.toArray(), stepSizes.size());
    }

    /** Whether the device rounds any batch up. */
    boolean hasSizes() {
        return sizes > 0;
    }

    /** The size that a batch is rounded up to; itself where there is none. */
    int roundedUp(int rows) {
        return isRounded(rows) ? knots[below(rows)] : rows;
    }

    private boolean isRounded(double rows) {
        return sizes > 0 && rows <= knots[sizes - 1];
    }

    int size() {
        return knots.length;
    }

    int rows(int knot) {
        return knots[knot];
    }

    int[] rows() {
        return knots.clone();
    }

    /** The knot that a batch is rounded up to; else the last one at or below it, the first one for smaller batches. */
    int below(double rows) {
        boolean rounded = isRounded(rows);
        int low = rounded ? 0 : Math.min(sizes, knots.length - 1);
        int end = rounded ? sizes : knots.length;
        int at = Arrays.binarySearch(knots, low, end, (int) Math.ceil(rows));
        if (at >= 0 && knots[at] == rows) {
            return at;
        }
        int first = at >= 0 ? at : -at - 1;
        return rounded ? first : Math.max(low, first - 1);
    }

    /** Weight of the knot after {@link #below} in a linear interpolation, 0 to 1; the knot itself has the rest. */
    double fraction(double rows, int below) {
        if (below == knots.length - 1 || rows <= knots[below]) {
            return 0;
        }
        return (rows - knots[below]) / (knots[below + 1] - knots[below]);
    }

    double interpolate(double[] values, double rows) {
        int below = below(rows);
        double fraction = fraction(rows, below);
        return fraction == 0 ? values[below] : values[below] * (1 - fraction) + values[below + 1] * fraction;
    }
}
