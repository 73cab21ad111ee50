package io.tokenrouter.engine.sampling;

import java.util.Arrays;

/**
 * The ids that truncation has left, with unnormalised weights. Keeps its scratch between calls; for one thread.
 */
final class Shortlist {

    private int[] ids = new int[64];
    private double[] weights = new double[64];
    private int size;

    void clear() {
        size = 0;
    }

    void add(int id, double weight) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        ids[size] = id;
        weights[size++] = weight;
    }

    /** Cuts a list sorted by weight, largest first, after the first entries that together have {@code share} of it. */
    void keepMass(double share) {
        double wanted = share * total();
        double mass = 0;
        for (int i = 0; i < size; i++) {
            mass += weights[i];
            if (mass >= wanted) {
                size = i + 1;
                return;
            }
        }
    }

    /** Drops entries with less than {@code share} of the largest weight. */
    void keepAtLeast(double share) {
        double largest = 0;
        for (int i = 0; i < size; i++) {
            largest = Math.max(largest, weights[i]);
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (weights[i] >= share * largest) {
                ids[kept] = ids[i];
                weights[kept++] = weights[i];
            }
        }
        size = kept;
    }

    /**
     * The id at the point {@code uniform} of the cumulative distribution.
     *
     * @param uniform from [0, 1)
     */
    int draw(double uniform) {
        double point = uniform * total();
        double mass = 0;
        int drawn = ids[0];
        for (int i = 0; i < size; i++) {
            if (weights[i] > 0) {
                drawn = ids[i];
                mass += weights[i];
                if (mass > point) {
                    break;
                }
            }
        }
        return drawn;
    }

    /** What {@link #draw} draws from. */
    TokenDistribution distribution() {
        double total = total();
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = (long) ids[i] << Integer.SIZE | i;
        }
        Arrays.sort(order);
        int[] sorted = new int[size];
        float[] probabilities = new float[size];
        for (int i = 0; i < size; i++) {
            sorted[i] = (int) (order[i] >>> Integer.SIZE);
            probabilities[i] = (float) (weights[(int) order[i]] / total);
        }
        return new TokenDistribution.Listed(sorted, probabilities);
    }

    /** Writes what {@link #draw} draws from to the elements of all ids. */
    void writeTo(float[] probabilities) {
        Arrays.fill(probabilities, 0);
        double total = total();
        for (int i = 0; i < size; i++) {
            probabilities[ids[i]] = (float) (weights[i] / total);
        }
    }

    private double total() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += weights[i];
        }
        return sum;
    }
}
