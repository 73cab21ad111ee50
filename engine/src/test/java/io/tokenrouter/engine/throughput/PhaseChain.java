package io.tokenrouter.engine.throughput;

import java.util.HashMap;
import java.util.Map;

/**
 * Exact throughput for steps whose times are exponential or Erlang distributed: each is k phases of equal mean, so its squared
 * coefficient of variation is 1/k. Without catch-up, and for settings without finite waits.
 */
final class PhaseChain {

    private final Workload workload;
    private final int phases;
    private final StartRule rule;
    private final StationView view;
    private final RoutingOutcomes outcomes;
    private final StateIndex index;
    private final SparseChain chain = new SparseChain();

    private PhaseChain(Workload workload, BatchingSettings settings, int phases, int mostStates) {
        this.workload = workload;
        this.phases = phases;
        this.rule = StartRule.of(settings, workload);
        this.view = new StationView(workload, phases);
        this.outcomes = new RoutingOutcomes(workload.routing());
        this.index = new StateIndex(mostStates);
    }

    /**
     * The chain of a workload.
     *
     * @param phases of each step, at least 1
     * @param mostStates with more it is given up
     * @throws TooManyStatesException if there are more
     */
    static SparseChain of(Workload workload, BatchingSettings settings, int phases, int mostStates) {
        return new PhaseChain(workload, settings, phases, mostStates).explore();
    }

    private SparseChain explore() {
        index.number(decided(StationState.start(workload)));
        for (int s = 0; s < index.size(); s++) {
            expand(index.state(s));
        }
        return chain;
    }

    /** The running steps race; the first whose phase ends moves on. */
    private void expand(StationState state) {
        int models = workload.models().size();
        if (rule.nanosToNextDecision(view.of(state)) != StartRule.NEVER) {
            throw new IllegalArgumentException("settings with finite waits have no such chain");
        }
        double[] rates = new double[models];
        int running = 0;
        for (int m = 0; m < models; m++) {
            if (state.inStep(m) > 0) {
                running++;
                rates[m] = phases / workload.models().get(m).stepTime().nanos(state.inStep(m));
            }
        }
        double pace = running > 1 && workload.device() instanceof DeviceMode.Overlapping overlapping
                ? overlapping.slowdown()
                : 1;
        double total = 0;
        for (double rate : rates) {
            total += rate;
        }
        Map<Integer, Double> row = new HashMap<>();
        double tokens = 0;
        for (int m = 0; m < models; m++) {
            if (rates[m] > 0) {
                double first = rates[m] / total;
                StationState after = state.copy();
                if (state.left(m) > 1) {
                    after.setLeft(m, state.left(m) - 1);
                    row.merge(index.number(after), first, Double::sum);
                } else {
                    int[] ended = new int[models];
                    ended[m] = after.end(m);
                    tokens += first * ended[m];
                    outcomes.forEach(
                            after, ended, (next, p) -> row.merge(index.number(decided(next)), first * p, Double::sum));
                }
            }
        }
        row.forEach(chain::add);
        chain.endState(pace / total, tokens);
    }

    private StationState decided(StationState state) {
        StationState next = state.copy();
        for (int m = rule.next(view.of(next)); m != StartRule.NONE; m = rule.next(view.of(next))) {
            next.begin(m, Math.min(next.waiting(m), workload.models().get(m).maxBatch()), phases);
        }
        return next;
    }
}
