package io.tokenrouter.engine.sampling;

import java.util.Arrays;

/**
 * The smallest set of most probable tokens that has a share of the whole mass, without sorting the vocabulary: a histogram
 * over the leading bits of the weights finds the bin in which the border lies, and only that bin is sorted. Keeps its
 * scratch between calls; for one thread.
 */
final class Nucleus {

    /** Leaves sign, exponent and three bits of the mantissa of a weight: bins that are 1/8 wide or less, in order. */
    private static final int BIN_SHIFT = 20;

    private static final int BINS = (Float.floatToRawIntBits(2f) >>> BIN_SHIFT) + 1;

    private final double[] masses = new double[BINS];
    private long[] border = new long[64];
    private int borderSize;

    /**
     * Fills {@code shortlist} with the nucleus.
     *
     * @param weights one per id, from 0 to 1
     * @param total their sum
     * @param share above 0, below 1
     */
    void select(float[] weights, int vocabulary, double total, double share, Shortlist shortlist) {
        Arrays.fill(masses, 0);
        for (int id = 0; id < vocabulary; id++) {
            masses[bin(weights[id])] += weights[id];
        }
        double wanted = share * total;
        double mass = 0;
        int borderBin = BINS - 1;
        while (borderBin > 0 && mass + masses[borderBin] < wanted) {
            mass += masses[borderBin--];
        }
        gather(weights, vocabulary, borderBin, shortlist);
        Arrays.sort(border, 0, borderSize);
        for (int i = borderSize - 1; i >= 0; i--) {
            int id = TopTokens.idOf(border[i]);
            shortlist.add(id, weights[id]);
            mass += weights[id];
            if (mass >= wanted) {
                break;
            }
        }
    }

    private void gather(float[] weights, int vocabulary, int borderBin, Shortlist shortlist) {
        shortlist.clear();
        borderSize = 0;
        float lowest = Float.intBitsToFloat(borderBin << BIN_SHIFT);
        for (int id = 0; id < vocabulary; id++) {
            float weight = weights[id];
            if (weight < lowest) {
                continue;
            }
            if (bin(weight) > borderBin) {
                shortlist.add(id, weight);
            } else {
                addToBorder(TopTokens.key(weight, id));
            }
        }
    }

    private void addToBorder(long key) {
        if (borderSize == border.length) {
            border = Arrays.copyOf(border, borderSize * 2);
        }
        border[borderSize++] = key;
    }

    private static int bin(float weight) {
        return Float.floatToRawIntBits(weight) >>> BIN_SHIFT;
    }
}
