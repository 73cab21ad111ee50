package io.tokenrouter.app.history;

import io.tokenrouter.app.persistence.RecordUpkeep;
import java.time.Duration;
import java.time.Instant;

/**
 * Makes minutes out of samples and hours out of minutes, and deletes what is too old. Each piece is one transaction that also
 * says up to where it came, so it goes on there after a stop in the middle, and doing one twice changes nothing.
 */
final class RollUp implements RecordUpkeep {

    /** A sample ends a little after its ten seconds, and is written a little after that. */
    static final Duration SETTLED = Duration.ofSeconds(15);

    /** Spans of the finer resolution that one piece reads at most, of each model and target. */
    private static final int PIECE = 2_160;

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration DELETION_INTERVAL = Duration.ofHours(1);

    private final ThroughputStore store;
    private final RetentionService retention;
    private Instant next = Instant.MIN;
    private Instant nextDeletion = Instant.MIN;

    RollUp(ThroughputStore store, RetentionService retention) {
        this.store = store;
        this.retention = retention;
    }

    @Override
    public void run(Instant now) {
        // also where the clock was set back
        if (now.isBefore(next) && now.isAfter(next.minus(INTERVAL))) {
            return;
        }
        retention.load();
        Instant settled = Resolution.MINUTES.floor(now.minus(SETTLED));
        if (rollUp(Resolution.SAMPLES, Resolution.MINUTES, settled)
                && rollUp(Resolution.MINUTES, Resolution.HOURS, Resolution.HOURS.floor(settled))) {
            next = now.plus(INTERVAL);
            delete(now);
        }
    }

    /** @return false if there is more than one piece to do */
    private boolean rollUp(Resolution finer, Resolution into, Instant to) {
        Instant done = store.rolledUpUntil(into).orElse(Instant.EPOCH);
        if (!done.isBefore(to)) {
            return true;
        }
        // a long time without a server has no spans to read
        Instant from = store.oldest(finer, done).map(into::floor).orElse(to);
        Instant end = into.floor(from.plus(finer.length().multipliedBy(PIECE)));
        Instant until = end.isBefore(to) ? end : to;
        store.rollUp(finer, into, from.isBefore(until) ? from : until, until);
        return until.equals(to);
    }

    /** What begins before may go; a span of any coarser resolution goes as a whole. */
    private Instant keptFrom(Resolution resolution, Instant now) {
        Instant limit = now.minus(retention.current().of(resolution));
        Instant span = Resolution.HOURS.floor(limit);
        return span.isBefore(limit) ? span.plus(Resolution.HOURS.length()) : span;
    }

    private void delete(Instant now) {
        if (now.isBefore(nextDeletion) && now.isAfter(nextDeletion.minus(DELETION_INTERVAL))) {
            return;
        }
        nextDeletion = now.plus(DELETION_INTERVAL);
        for (Resolution resolution : Resolution.values()) {
            store.deleteBefore(resolution, keptFrom(resolution, now));
        }
    }
}
