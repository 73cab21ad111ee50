package io.tokenrouter.engine.calibrate;

import io.tokenrouter.engine.routing.ThresholdRule.Sense;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Scores of many positions: what a threshold would have done there, and which threshold does what is wanted. Exact for answers that stay
 * as they are; where the large model takes over, what follows is another text, so a threshold far from the one that was used is a
 * guess to measure. Immutable; safe from any thread.
 */
public final class ScoreSample {

    private final Sense sense;
    private final double[] scores;
    private final double[] differing;
    private final double[][] scoresByRequest;
    private final double[][] differingByRequest;
    private final int judged;

    /**
     * @param sense on which side of the threshold the large model writes
     * @throws IllegalArgumentException if there is no position at all
     */
    public ScoreSample(Sense sense, List<ScoredRequest> requests) {
        this.sense = sense;
        this.scoresByRequest = sorted(requests, ScoredRequest::scores);
        this.differingByRequest = sorted(requests, ScoredRequest::differing);
        this.scores = joined(scoresByRequest);
        this.differing = joined(differingByRequest);
        this.judged = requests.stream().mapToInt(ScoredRequest::judged).sum();
        if (scores.length == 0) {
            throw new IllegalArgumentException("there are no positions to choose a threshold from");
        }
    }

    public int requests() {
        return scoresByRequest.length;
    }

    public int positions() {
        return scores.length;
    }

    /** Positions at which it is known whether the large model would have written another token. */
    public int judged() {
        return judged;
    }

    /** Positions at which it would have. */
    public int differing() {
        return differing.length;
    }

    /** Of the positions, where the large model writes. */
    public Estimate share(double threshold) {
        return estimate(scoresByRequest, threshold);
    }

    /**
     * Of the positions where the large model would write another token, those where it writes.
     *
     * @throws IllegalStateException if no such position is known
     */
    public Estimate recall(double threshold) {
        requireDiffering();
        return estimate(differingByRequest, threshold);
    }

    /**
     * The threshold whose share is nearest; of two that are as near, the one with the smaller share. It is a score that was seen, or one
     * beyond all of them.
     *
     * @param share 0 to 1
     */
    public double forShare(double share) {
        requireShare(share);
        int n = scores.length;
        double wanted = share * n;
        int index = (int) Math.clamp(Math.floor(sense == Sense.FROM ? n - wanted : wanted), 0, n - 1);
        double here = scores[index];
        double next = nextAfter(here);
        int hereCount = asked(scores, here);
        int nextCount = asked(scores, next);
        double hereOff = Math.abs(hereCount - wanted);
        double nextOff = Math.abs(nextCount - wanted);
        if (hereOff == nextOff) {
            return hereCount <= nextCount ? here : next;
        }
        return hereOff < nextOff ? here : next;
    }

    /**
     * The threshold with the smallest share that has at least this recall.
     *
     * @param recall 0 to 1
     * @throws IllegalStateException if no position is known where the large model would write another token
     */
    public double forRecall(double recall) {
        requireShare(recall);
        requireDiffering();
        int known = differing.length;
        // 0.95 of 20 is 19, whatever the last bit of the product says
        int needed = (int) Math.ceil(recall * known - 1e-9 * known);
        if (needed <= 0) {
            return forShare(0);
        }
        return sense == Sense.FROM ? differing[known - needed] : nextAfter(differing[needed - 1]);
    }

    /** The next larger score; beyond the largest one, the next number that all algorithms tell from it. */
    private double nextAfter(double score) {
        int index = firstAbove(scores, score);
        return index < scores.length ? scores[index] : Math.nextUp((float) score);
    }

    private Estimate estimate(double[][] byRequest, double threshold) {
        int[] hits = new int[byRequest.length];
        int[] counts = new int[byRequest.length];
        for (int i = 0; i < counts.length; i++) {
            hits[i] = asked(byRequest[i], threshold);
            counts[i] = byRequest[i].length;
        }
        return Estimate.ofRatio(hits, counts);
    }

    private int asked(double[] sorted, double threshold) {
        int below = firstFrom(sorted, threshold);
        return sense == Sense.FROM ? sorted.length - below : below;
    }

    /** Index of the first that is at least so large. */
    private static int firstFrom(double[] sorted, double bound) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int firstAbove(double[] sorted, double bound) {
        return firstFrom(sorted, Math.nextUp(bound));
    }

    private void requireDiffering() {
        if (differing.length == 0) {
            throw new IllegalStateException("no position is known where the large model would write another token");
        }
    }

    private static void requireShare(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is from 0 to 1, not " + share);
        }
    }

    private static double[][] sorted(List<ScoredRequest> requests, Function<ScoredRequest, double[]> part) {
        return requests.stream()
                .map(request -> Arrays.stream(part.apply(request))
                        .map(d -> d + 0.0)
                        .sorted()
                        .toArray())
                .toArray(double[][]::new);
    }

    private static double[] joined(double[][] parts) {
        return Arrays.stream(parts).flatMapToDouble(Arrays::stream).sorted().toArray();
    }
}
