package io.tokenrouter.engine.tuning;

import java.util.Arrays;
import java.util.TreeSet;

/** Batch sizes at which step times are kept; between them they are interpolated linearly, beyond them they are held. Immutable. */
final class KnotGrid {

    private final int[] knots;

    private KnotGrid(int[] knots) {
        this.knots = knots;
    }

    /**
     * 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, ... up to the largest step, that size, and the sizes at which the device changes its mind.
     *
     * @param maxRows rows of the largest step, at least 1
     * @param buckets sizes that the executor rounds up to; those above {@code maxRows} are left out
     */
    static KnotGrid upTo(int maxRows, int... buckets) {
        if (maxRows < 1) {
            throw new IllegalArgumentException("a step has at least 1 row, not " + maxRows);
        }
        TreeSet<Integer> sizes = new TreeSet<>();
        for (long power = 1; power <= maxRows; power *= 2) {
            sizes.add((int) power);
            if (power >= 2 && power + power / 2 <= maxRows) {
                sizes.add((int) (power + power / 2));
            }
        }
        sizes.add(maxRows);
        Arrays.stream(buckets).filter(size -> size >= 1 && size <= maxRows).forEach(sizes::add);
        return new KnotGrid(sizes.stream().mapToInt(Integer::intValue).toArray());
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

    /** The last knot at or below a batch size; the first one for sizes below it. */
    int below(double rows) {
        int low = 0;
        int high = knots.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (knots[middle] <= rows) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
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
