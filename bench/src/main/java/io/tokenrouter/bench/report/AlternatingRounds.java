package io.tokenrouter.bench.report;

import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Figures of several contenders that were measured in turn, round by round, so that whatever else happens on the machine
 * meets all of them alike. Comparisons are made within a round.
 */
public final class AlternatingRounds {

    /** By contender, then by round. */
    private final double[][] figures;

    private AlternatingRounds(double[][] figures) {
        this.figures = figures;
    }

    /**
     * Runs every contender once a round; who begins moves on by one each time.
     *
     * @param rounds at least 1
     */
    public static AlternatingRounds run(int rounds, DoubleSupplier... contenders) {
        double[][] figures = new double[contenders.length][rounds];
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < contenders.length; turn++) {
                int contender = (turn + round) % contenders.length;
                figures[contender][round] = contenders[contender].getAsDouble();
            }
        }
        return new AlternatingRounds(figures);
    }

    /** Median figure of one contender. */
    public double median(int contender) {
        return median(figures[contender]);
    }

    /** Median over the rounds of how much larger the figure of one contender is than that of another. */
    public double medianRatio(int contender, int other) {
        double[] ratios = new double[figures[contender].length];
        Arrays.setAll(ratios, round -> figures[contender][round] / figures[other][round]);
        return median(ratios);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
