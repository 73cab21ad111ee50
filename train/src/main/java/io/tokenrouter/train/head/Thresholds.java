package io.tokenrouter.train.head;

import java.util.Arrays;

/** Thresholds from numbers that were seen: a position is the large model's from the threshold on. */
public final class Thresholds {

    private Thresholds() {}

    /**
     * The largest threshold that finds so large a part of the positions that need the large model; 0.5 where there are none.
     *
     * @param recall 0 to 1
     */
    public static double forRecall(float[] scores, boolean[] needed, double recall) {
        float[] found = new float[scores.length];
        int count = 0;
        for (int i = 0; i < scores.length; i++) {
            if (needed[i]) {
                found[count++] = scores[i];
            }
        }
        if (count == 0) {
            return 0.5;
        }
        float[] sorted = Arrays.copyOf(found, count);
        Arrays.sort(sorted);
        int wanted = Math.clamp((long) Math.ceil(recall * count - 1e-9), 1, count);
        return sorted[count - wanted];
    }

    /** The threshold at or above which so large a part of all positions lies. */
    public static double forShare(float[] values, double share) {
        float[] sorted = values.clone();
        Arrays.sort(sorted);
        int wanted = Math.clamp(Math.round(share * sorted.length), 1, sorted.length);
        return sorted[sorted.length - wanted];
    }

    /** The part of all positions at or above a threshold. */
    public static double share(float[] values, double threshold) {
        int above = 0;
        for (float value : values) {
            above += value >= (float) threshold ? 1 : 0;
        }
        return above / (double) values.length;
    }

    /** The part of those that need the large model at or above a threshold; 1 where there are none. */
    public static double recall(float[] scores, boolean[] needed, double threshold) {
        int found = 0;
        int all = 0;
        for (int i = 0; i < scores.length; i++) {
            if (needed[i]) {
                all++;
                found += scores[i] >= (float) threshold ? 1 : 0;
            }
        }
        return all == 0 ? 1 : found / (double) all;
    }
}
