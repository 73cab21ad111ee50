package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.metrics.EngineMetrics;

/** Books a step that ran: what is resident now, and the figures of the model. */
final class StepAccounts {

    private final String model;
    private final ModelCounters counters;
    private final EngineMetrics metrics;

    StepAccounts(String model, ModelCounters counters, EngineMetrics metrics) {
        this.model = model;
        this.counters = counters;
        this.metrics = metrics;
    }

    void book(Step step, long startedNanos, long busyNanos, long heldNanos) {
        int prefill = 0;
        int catchUp = 0;
        int prefixHits = 0;
        for (int i = 0; i < step.size(); i++) {
            if (step.failure(i) != null) {
                continue;
            }
            Seat seat = step.seat(i);
            int start = step.row(i).start();
            int count = step.row(i).count();
            seat.advance(count);
            prefixHits += seat.takePrefixHits();
            prefill += Math.clamp(seat.promptLength - start, 0, count);
            catchUp += seat.owner.onExtended(seat, start, count, startedNanos);
        }
        counters.steps.increment();
        counters.rows.add(step.size());
        counters.extendTokens.add(step.tokens());
        counters.prefillTokens.add(prefill);
        counters.catchUpTokens.add(catchUp);
        counters.prefixHits.add(prefixHits);
        counters.busyNanos.add(busyNanos);
        counters.heldNanos.add(heldNanos);
        metrics.stepFinished(model, step.size(), step.tokens(), busyNanos, heldNanos);
    }
}
