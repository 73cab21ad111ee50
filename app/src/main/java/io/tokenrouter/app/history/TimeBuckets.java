package io.tokenrouter.app.history;

/**
 * Times sorted into buckets that are the same everywhere and always, so that counts of any spans can be added. Each is about 9 %
 * wide (eight to an octave); a percentile is off by at most 4.5 %. The first holds all below 0.1 ms, the last all above about
 * half an hour.
 */
final class TimeBuckets {

    private static final double FIRST_NANOS = 100_000;
    private static final int PER_OCTAVE = 8;

    static final int COUNT = 196;

    private TimeBuckets() {}

    static int indexOf(long nanos) {
        if (nanos < FIRST_NANOS) {
            return 0;
        }
        double octaves = Math.log(nanos / FIRST_NANOS) / Math.log(2);
        return Math.min(COUNT - 1, 1 + (int) (octaves * PER_OCTAVE));
    }

    /** Where a bucket ends, in milliseconds. */
    static double endMillis(int index) {
        return FIRST_NANOS / 1e6 * Math.pow(2, (double) index / PER_OCTAVE);
    }

    /**
     * The time that a share of all stays below, in milliseconds: the middle of the bucket where it lies.
     *
     * @param quantile 0 to 1
     * @return NaN if there are none
     */
    static double quantileMillis(Counts counts, double quantile) {
        long total = counts.total();
        long rank = Math.max(1, (long) Math.ceil(quantile * total));
        long seen = 0;
        long[] byBucket = counts.toArray();
        for (int i = 0; i < byBucket.length; i++) {
            seen += byBucket[i];
            if (seen >= rank && total > 0) {
                return i == 0 ? endMillis(0) / 2 : Math.sqrt(endMillis(i - 1) * endMillis(i));
            }
        }
        return Double.NaN;
    }
}
