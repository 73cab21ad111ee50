package io.tokenrouter.app.signals;

import io.tokenrouter.app.persistence.RecordUpkeep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Reads once a minute what operators decided, and deletes what is too old or too much. Works in small slices: records wait meanwhile,
 * so that what takes long goes on at the next call. Safe from any thread; the writer's calls it.
 */
final class SignalRetention implements RecordUpkeep {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int DELETED_AT_ONCE = 1_000;
    private static final int READ_AT_ONCE = 10_000;

    private final RecordingService recording;
    private final SignalStore store;
    private Instant next = Instant.MIN;

    /** How far the samples are added up, from the newest. */
    private long reached;

    private long bytes;

    SignalRetention(RecordingService recording, SignalStore store) {
        this.recording = recording;
        this.store = store;
        restart();
    }

    @Override
    public synchronized void run(Instant now) {
        if (now.isBefore(next)) {
            return;
        }
        // before the work: where the database is too slow for it, it must not be tried at each call
        next = now.plus(INTERVAL);
        SignalRecording decided = recording.load();
        long end = System.nanoTime() + PATIENCE.toNanos();
        if (!deleteBefore(now.minus(decided.kept()), end) || !deleteBeyond(decided.mostBytes(), end)) {
            next = now;
        }
    }

    /** False where the time did not suffice. */
    private boolean deleteBefore(Instant limit, long end) {
        while (System.nanoTime() < end) {
            if (store.deleteBefore(limit, DELETED_AT_ONCE) < DELETED_AT_ONCE) {
                return true;
            }
        }
        return false;
    }

    /** False where the time did not suffice. */
    private boolean deleteBeyond(long mostBytes, long end) {
        while (System.nanoTime() < end) {
            boolean isDone =
                    bytes > mostBytes ? store.deleteUpTo(reached, DELETED_AT_ONCE) < DELETED_AT_ONCE : addUp(mostBytes);
            if (isDone) {
                restart();
                return true;
            }
        }
        return false;
    }

    /** Adds up a slice, no further than to the sample that is too much; false where there may be more. */
    private boolean addUp(long mostBytes) {
        List<SignalStore.Size> slice = store.sizesBelow(reached, READ_AT_ONCE);
        for (SignalStore.Size size : slice) {
            reached = size.id();
            bytes += size.bytes();
            if (bytes > mostBytes) {
                return false;
            }
        }
        return slice.size() < READ_AT_ONCE;
    }

    private void restart() {
        reached = Long.MAX_VALUE;
        bytes = 0;
    }
}
