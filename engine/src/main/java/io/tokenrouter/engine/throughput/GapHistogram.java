package io.tokenrouter.engine.throughput;

import java.util.Arrays;

/** Times between the tokens of requests, in bins at most 0.8 % wide. */
final class GapHistogram {

    /** Bits of the mantissa that tell bins of one power of two apart. */
    private static final int FINE_BITS = 7;

    private static final int SHIFT = 52 - FINE_BITS;
    private static final int BASE = (int) (Double.doubleToRawLongBits(1) >>> SHIFT);

    private final long[] bins = new long[64 << FINE_BITS];
    private int lowestUsed = bins.length;
    private long total;
    private double sum;

    void add(long nanos, int count) {
        int bin = bin(nanos);
        bins[bin] += count;
        lowestUsed = Math.min(lowestUsed, bin);
        total += count;
        sum += (double) nanos * count;
    }

    void clear() {
        Arrays.fill(bins, 0);
        lowestUsed = bins.length;
        total = 0;
        sum = 0;
    }

    double meanNanos() {
        return total == 0 ? 0 : sum / total;
    }

    /**
     * @param share of the gaps that are at most as long, 0 to 1
     */
    double quantileNanos(double share) {
        double wanted = share * total;
        long passed = 0;
        for (int i = lowestUsed; i < bins.length; i++) {
            if (bins[i] > 0 && passed + bins[i] >= wanted) {
                double part = (wanted - passed) / bins[i];
                return lowest(i) + part * (lowest(i + 1) - lowest(i));
            }
            passed += bins[i];
        }
        return 0;
    }

    private static int bin(long nanos) {
        return (int) (Double.doubleToRawLongBits(Math.max(nanos, 1)) >>> SHIFT) - BASE;
    }

    private static double lowest(int bin) {
        return Double.longBitsToDouble((long) (bin + BASE) << SHIFT);
    }
}
