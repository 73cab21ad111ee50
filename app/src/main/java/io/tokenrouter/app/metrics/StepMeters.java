package io.tokenrouter.app.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/** Steps of one model. */
final class StepMeters {

    private final DistributionSummary rows;
    private final Timer busy;
    private final Counter held;

    StepMeters(MeterMaker make, String model) {
        Tags tags = Tags.of("model", model);
        rows = make.summary("tokenrouter.step.rows", "Rows of a step, that is, its batch size", tags, Buckets.ROWS);
        busy = make.timer("tokenrouter.step", "Time a step takes", tags, Buckets.TOKEN);
        held = make.counter(
                "tokenrouter.step.held.seconds", "Time that ready rows were held back for a larger batch", tags);
    }

    void finished(int stepRows, long busyNanos, long heldNanos) {
        rows.record(stepRows);
        busy.record(busyNanos, NANOSECONDS);
        held.increment(heldNanos / 1e9);
    }
}
