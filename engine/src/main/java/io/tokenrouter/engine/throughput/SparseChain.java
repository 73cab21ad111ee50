package io.tokenrouter.engine.throughput;

import java.util.Arrays;

/**
 * A semi-Markov chain as it is discovered: for each state the mean time until its end, the tokens that come with that, and where it
 * goes. States have numbers from 0, the first is the start.
 */
final class SparseChain {

    private static final int LONGEST = 200_000;
    private static final double SETTLED = 1e-10;

    private double[] nanos = new double[16];
    private double[] tokens = new double[16];

    /** [state] first of its transitions; the next state's is its end. */
    private int[] begin = new int[17];

    private int[] to = new int[64];
    private double[] probability = new double[64];
    private int states;
    private int transitions;

    int states() {
        return states;
    }

    /** A transition of the state that {@link #endState} will end. */
    void add(int target, double p) {
        if (transitions == to.length) {
            to = Arrays.copyOf(to, 2 * transitions);
            probability = Arrays.copyOf(probability, 2 * transitions);
        }
        to[transitions] = target;
        probability[transitions++] = p;
    }

    /** Makes a state of the transitions added since the last one. */
    void endState(double meanNanos, double meanTokens) {
        if (states == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * states);
            tokens = Arrays.copyOf(tokens, 2 * states);
            begin = Arrays.copyOf(begin, 2 * states + 1);
        }
        nanos[states] = meanNanos;
        tokens[states] = meanTokens;
        begin[++states] = transitions;
    }

    double nanos(int state) {
        return nanos[state];
    }

    double tokens(int state) {
        return tokens[state];
    }

    /** Mean of a value over where a state goes. */
    double expected(int state, double[] value) {
        double sum = 0;
        for (int t = begin[state]; t < begin[state + 1]; t++) {
            sum += probability[t] * value[to[t]];
        }
        return sum;
    }

    void spread(int state, double mass, double[] target) {
        for (int t = begin[state]; t < begin[state + 1]; t++) {
            target[to[t]] += mass * probability[t];
        }
    }

    /**
     * In the long run from the first state. By the lazy chain {@code (I + M) / 2}: these chains have periods, and may have several
     * closed classes.
     */
    double tokensPerSecond() {
        double[] share = new double[states];
        share[0] = 1;
        double[] next = new double[states];
        for (int round = 1; round <= LONGEST; round++) {
            Arrays.fill(next, 0);
            for (int s = 0; s < states; s++) {
                if (share[s] > 0) {
                    next[s] += share[s] / 2;
                    spread(s, share[s] / 2, next);
                }
            }
            double change = 0;
            for (int s = 0; s < states; s++) {
                change += Math.abs(next[s] - share[s]);
            }
            double[] swap = share;
            share = next;
            next = swap;
            if (change < SETTLED) {
                break;
            }
        }
        double sum = 0;
        double time = 0;
        for (int s = 0; s < states; s++) {
            sum += share[s] * tokens[s];
            time += share[s] * nanos[s];
        }
        return 1e9 * sum / time;
    }
}
