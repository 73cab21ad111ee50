package io.tokenrouter.engine.throughput;

import java.util.HashMap;
import java.util.Map;

/**
 * Exact throughput for steps without noise or catch-up: the Markov chain from each instant at which something ends to the next. The
 * number of states grows fast with the number of requests, and faster where step times have no common divisor.
 */
final class EmbeddedChain {

    private final Workload workload;
    private final StartRule rule;
    private final long[] heldHorizon;
    private final StationView view;
    private final RoutingOutcomes outcomes;
    private final StateIndex index;
    private final SparseChain chain = new SparseChain();

    private EmbeddedChain(Workload workload, BatchingSettings settings, int mostStates) {
        this.workload = workload;
        this.rule = StartRule.of(settings, workload);
        this.heldHorizon = heldHorizon(workload, settings);
        this.view = new StationView(workload, 0);
        this.outcomes = new RoutingOutcomes(workload.routing());
        this.index = new StateIndex(mostStates);
    }

    /**
     * The chain of a workload.
     *
     * @param mostStates with more it is given up
     * @throws TooManyStatesException if there are more
     */
    static SparseChain of(Workload workload, BatchingSettings settings, int mostStates) {
        return new EmbeddedChain(workload, settings, mostStates).explore();
    }

    private SparseChain explore() {
        index.number(decided(StationState.start(workload)));
        for (int s = 0; s < index.size(); s++) {
            expand(index.state(s));
        }
        return chain;
    }

    private void expand(StationState state) {
        int models = workload.models().size();
        Instant instant = Instant.next(state, workload, rule.nanosToNextDecision(view.of(state)));
        StationState after = state.copy();
        int[] ended = new int[models];
        double tokens = 0;
        for (int m = 0; m < models; m++) {
            if (state.inStep(m) > 0) {
                after.setLeft(m, state.left(m) - instant.work());
                if (after.left(m) == 0) {
                    ended[m] = after.end(m);
                    tokens += ended[m];
                }
            } else if (state.waiting(m) > 0) {
                after.setHeld(m, Math.min(heldHorizon[m], state.held(m) + instant.nanos()));
            }
        }
        Map<Integer, Double> row = new HashMap<>();
        outcomes.forEach(after, ended, (next, p) -> row.merge(index.number(decided(next)), p, Double::sum));
        row.forEach(chain::add);
        chain.endState(instant.nanos(), tokens);
    }

    private StationState decided(StationState state) {
        StationState next = state.copy();
        for (int m = rule.next(view.of(next)); m != StartRule.NONE; m = rule.next(view.of(next))) {
            ModelProfile model = workload.models().get(m);
            int rows = Math.min(next.waiting(m), model.maxBatch());
            next.begin(m, rows, Math.round(model.stepTime().nanos(rows)));
        }
        return next;
    }

    /** Up to what time the rule tells holds apart; beyond it states that differ only in that are one. */
    private static long[] heldHorizon(Workload workload, BatchingSettings settings) {
        long[] horizon = new long[workload.models().size()];
        if (settings instanceof BatchingSettings.MinimumBatch minimum) {
            for (int m = 0; m < horizon.length; m++) {
                BatchingSettings.MinimumBatch.Rule rule = minimum.models().get(m);
                long wait = rule.maxWaitNanos() == BatchingSettings.MinimumBatch.NO_LIMIT ? 0 : rule.maxWaitNanos();
                horizon[m] = wait + rule.alignNanos();
            }
        }
        return horizon;
    }

    /**
     * The next time at which something ends or a hold is over.
     *
     * @param nanos until then
     * @param work what each running step does until then, in its time alone
     */
    record Instant(long nanos, long work) {

        static Instant next(StationState state, Workload workload, long timerNanos) {
            int running = 0;
            long work = Long.MAX_VALUE;
            for (int m = 0; m < workload.models().size(); m++) {
                if (state.inStep(m) > 0) {
                    running++;
                    work = Math.min(work, state.left(m));
                }
            }
            if (running == 0) {
                throw new IllegalStateException("no step runs");
            }
            double pace = running > 1 && workload.device() instanceof DeviceMode.Overlapping overlapping
                    ? overlapping.slowdown()
                    : 1;
            long nanos = Math.round(work * pace);
            return timerNanos < nanos ? new Instant(timerNanos, (long) (timerNanos / pace)) : new Instant(nanos, work);
        }
    }
}
