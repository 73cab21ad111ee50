package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.metrics.StepReport;

/** Books a step that ran: what is resident now, and the figures of the model. Used by the thread of the subserver alone. */
final class StepAccounts {

    private final String model;
    private final ModelCounters counters;
    private final EngineMetrics metrics;
    private final StepListener listener;
    private int answers;
    private int prefill;
    private int catchUp;

    StepAccounts(String model, ModelCounters counters, EngineMetrics metrics, StepListener listener) {
        this.model = model;
        this.counters = counters;
        this.metrics = metrics;
        this.listener = listener;
    }

    /** Before its answers are handed out. */
    void book(Step step, long startedNanos, long busyNanos, long heldNanos) {
        answers = 0;
        prefill = 0;
        catchUp = 0;
        int prefixHits = 0;
        StepFacts facts = new StepFacts(startedNanos, startedNanos + busyNanos, heldNanos, step.size());
        for (int i = 0; i < step.size(); i++) {
            if (step.failure(i) != null) {
                continue;
            }
            Seat seat = step.seat(i);
            int start = step.row(i).start();
            int count = step.row(i).count();
            seat.advance(count);
            prefixHits += seat.takePrefixHits();
            answers += step.candidate(i) == null ? 0 : 1;
            prefill += Math.clamp(seat.promptLength - start, 0, count);
            catchUp += seat.owner.onExtended(seat, start, count, facts);
        }
        counters.steps.increment();
        counters.rows.add(step.size());
        counters.batch(step.size());
        counters.extendTokens.add(step.tokens());
        counters.prefillTokens.add(prefill);
        counters.catchUpTokens.add(catchUp);
        counters.prefixHits.add(prefixHits);
        counters.busyNanos.add(busyNanos);
        counters.heldNanos.add(heldNanos);
        metrics.stepFinished(model, step.size(), step.tokens(), busyNanos, heldNanos);
    }

    /**
     * After they were.
     *
     * @param nanos since the decision to begin the step
     */
    void report(Step step, long nanos, long heldNanos, boolean overlapped) {
        listener.stepEnded(new StepReport(
                model, step.size(), answers, step.tokens(), catchUp, prefill, nanos, heldNanos, overlapped));
    }
}
