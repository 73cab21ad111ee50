package io.tokenrouter.engine.throughput;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The most tokens per second that any policy could reach which sees everything but the future: the semi-Markov decision problem of
 * starting or holding at each instant, solved by Howard's policy iteration. For steps without noise or catch-up and few requests.
 */
final class OptimalControl {

    private static final int MOST_IMPROVEMENTS = 100;
    private static final int MOST_SWEEPS = 20_000;
    private static final double SETTLED = 1e-8;
    private static final double BETTER = 1e-6;

    private final Workload workload;
    private final RoutingOutcomes outcomes;

    /** Before a decision. */
    private final StateIndex situations;

    /** After it, when time begins to pass; a transition leads to a situation. */
    private final StateIndex commitments;

    private final SparseChain chain = new SparseChain();
    private final List<int[]> choices = new ArrayList<>();

    private OptimalControl(Workload workload, int mostStates) {
        this.workload = workload;
        this.outcomes = new RoutingOutcomes(workload.routing());
        this.situations = new StateIndex(mostStates);
        this.commitments = new StateIndex(mostStates);
    }

    /**
     * Tokens per second of the best policy.
     *
     * @param mostStates with more it is given up
     * @throws TooManyStatesException if there are more
     */
    static double tokensPerSecond(Workload workload, int mostStates) {
        OptimalControl control = new OptimalControl(workload, mostStates);
        control.explore();
        return 1e9 * control.improve();
    }

    private void explore() {
        situations.number(StationState.start(workload));
        for (int s = 0; s < situations.size(); s++) {
            choices.add(choices(situations.state(s)));
            while (chain.states() < commitments.size()) {
                expand(commitments.state(chain.states()));
            }
        }
    }

    /** One commitment for each set of idle models that may start; the one that starts most is the last. */
    private int[] choices(StationState situation) {
        int models = workload.models().size();
        int mostRunning = workload.device() instanceof DeviceMode.OneStepAtATime ? 1 : models;
        List<Integer> found = new ArrayList<>();
        for (int set = 0; set < 1 << models; set++) {
            StationState next = situation.copy();
            boolean isPossible = true;
            int running = 0;
            for (int m = 0; m < models; m++) {
                if ((set >> m & 1) == 1) {
                    ModelProfile model = workload.models().get(m);
                    int rows = Math.min(next.waiting(m), model.maxBatch());
                    isPossible &= rows > 0 && next.inStep(m) == 0;
                    if (isPossible) {
                        next.begin(m, rows, Math.round(model.stepTime().nanos(rows)));
                    }
                }
                running += next.inStep(m) > 0 ? 1 : 0;
            }
            if (isPossible && running > 0 && running <= mostRunning) {
                found.add(commitments.number(next));
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private void expand(StationState commitment) {
        int models = workload.models().size();
        EmbeddedChain.Instant instant = EmbeddedChain.Instant.next(commitment, workload, StartRule.NEVER);
        StationState after = commitment.copy();
        int[] ended = new int[models];
        double tokens = 0;
        for (int m = 0; m < models; m++) {
            if (commitment.inStep(m) > 0) {
                after.setLeft(m, commitment.left(m) - instant.work());
                if (after.left(m) == 0) {
                    ended[m] = after.end(m);
                    tokens += ended[m];
                }
            }
        }
        outcomes.forEach(after, ended, (next, p) -> chain.add(situations.number(next), p));
        chain.endState(instant.nanos(), tokens);
    }

    private double improve() {
        int[] policy = new int[situations.size()];
        for (int s = 0; s < policy.length; s++) {
            policy[s] = choices.get(s)[choices.get(s).length - 1];
        }
        double[] share = new double[policy.length];
        share[0] = 1;
        double[] value = new double[policy.length];
        double gain = 0;
        for (int round = 0; round < MOST_IMPROVEMENTS; round++) {
            share = stationary(policy, share);
            gain = gain(policy, share);
            value = evaluate(policy, gain, value);
            if (!improve(policy, gain, value)) {
                break;
            }
        }
        return gain;
    }

    private double[] stationary(int[] policy, double[] start) {
        double[] share = start;
        double[] next = new double[share.length];
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            Arrays.fill(next, 0);
            for (int s = 0; s < share.length; s++) {
                next[s] += share[s] / 2;
                if (share[s] > 0) {
                    chain.spread(policy[s], share[s] / 2, next);
                }
            }
            double change = 0;
            for (int s = 0; s < share.length; s++) {
                change += Math.abs(next[s] - share[s]);
            }
            double[] swap = share;
            share = next;
            next = swap;
            if (change < SETTLED) {
                break;
            }
        }
        return share;
    }

    private double gain(int[] policy, double[] share) {
        double tokens = 0;
        double nanos = 0;
        for (int s = 0; s < share.length; s++) {
            tokens += share[s] * chain.tokens(policy[s]);
            nanos += share[s] * chain.nanos(policy[s]);
        }
        return tokens / nanos;
    }

    /** How many tokens it is worth to be in each situation rather than in the first. */
    private double[] evaluate(int[] policy, double gain, double[] start) {
        double[] value = start;
        double[] next = new double[value.length];
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            double change = 0;
            for (int s = 0; s < value.length; s++) {
                next[s] = (value[s] + worth(policy[s], gain, value)) / 2;
            }
            double first = next[0];
            for (int s = 0; s < value.length; s++) {
                next[s] -= first;
                change = Math.max(change, Math.abs(next[s] - value[s]));
            }
            double[] swap = value;
            value = next;
            next = swap;
            if (change < SETTLED) {
                break;
            }
        }
        return value;
    }

    private double worth(int commitment, double gain, double[] value) {
        return chain.tokens(commitment) - gain * chain.nanos(commitment) + chain.expected(commitment, value);
    }

    private boolean improve(int[] policy, double gain, double[] value) {
        boolean anyBetter = false;
        for (int s = 0; s < policy.length; s++) {
            double best = worth(policy[s], gain, value) + BETTER;
            for (int choice : choices.get(s)) {
                double worth = worth(choice, gain, value);
                if (worth > best) {
                    best = worth;
                    policy[s] = choice;
                    anyBetter = true;
                }
            }
        }
        return anyBetter;
    }
}
