package io.tokenrouter.app.signals;

import java.util.ArrayList;
import java.util.List;

/**
 * How often an entropy was seen, in bins of equal width on a logarithmic scale. Bounded in size, and in weight: all counts are
 * halved when there are many, so that what was seen lately counts most. Safe from any thread.
 */
final class EntropyHistogram {

    /** One bin for all that is smaller than {@link #LEAST}, the others up to {@link #MOST} nats. */
    static final int BINS = 161;

    private static final double LEAST = 1e-4;
    private static final double MOST = 20;
    private static final double PER_NAT_OF_LOG = (BINS - 1) / Math.log(MOST / LEAST);
    private static final long MOST_SEEN = 1L << 20;

    private final long[] counts = new long[BINS];
    private long seen;
    private long changes;

    /**
     * One threshold.
     *
     * @param share of the positions whose entropy reaches it, 0 to 1
     */
    record Point(double threshold, double share) {}

    /** @param nats not negative; NaN is left out */
    synchronized void add(double nats) {
        if (Double.isNaN(nats)) {
            return;
        }
        counts[bin(nats)]++;
        changes++;
        if (++seen > MOST_SEEN) {
            seen = 0;
            for (int i = 0; i < BINS; i++) {
                counts[i] /= 2;
                seen += counts[i];
            }
        }
    }

    /** Adds what was counted before; counts of another number of bins are not understood and left out. */
    synchronized void add(List<Long> earlier) {
        if (earlier.size() != BINS || earlier.stream().anyMatch(count -> count == null || count < 0)) {
            return;
        }
        for (int i = 0; i < BINS; i++) {
            counts[i] += earlier.get(i);
            seen += earlier.get(i);
        }
    }

    synchronized List<Long> counts() {
        List<Long> copy = new ArrayList<>(BINS);
        for (long count : counts) {
            copy.add(count);
        }
        return copy;
    }

    /** Rises with every position. */
    synchronized long changes() {
        return changes;
    }

    synchronized long seen() {
        return seen;
    }

    /** The share of positions at or above each bound, by rising threshold; the first is 0 nats, where every position is. */
    synchronized List<Point> points() {
        List<Point> points = new ArrayList<>(BINS + 1);
        points.add(new Point(0, 1));
        long below = counts[0];
        for (int i = 1; i < BINS && seen > 0; i++) {
            points.add(new Point(bound(i), (double) (seen - below) / seen));
            below += counts[i];
        }
        points.add(new Point(MOST, 0));
        return points;
    }

    /** Lower bound of a bin. */
    private static double bound(int bin) {
        return LEAST * Math.exp((bin - 1) / PER_NAT_OF_LOG);
    }

    private static int bin(double nats) {
        return nats < LEAST ? 0 : Math.min(BINS - 1, 1 + (int) Math.floor(Math.log(nats / LEAST) * PER_NAT_OF_LOG));
    }
}
