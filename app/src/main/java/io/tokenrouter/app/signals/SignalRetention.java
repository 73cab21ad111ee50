package io.tokenrouter.app.signals;

import io.tokenrouter.app.persistence.RecordUpkeep;
import java.time.Duration;
import java.time.Instant;

/** Reads once a minute what operators decided, and deletes what is too old or too much. Of the writer's thread. */
final class SignalRetention implements RecordUpkeep {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final RecordingService recording;
    private final SignalStore store;
    private Instant next = Instant.MIN;

    SignalRetention(RecordingService recording, SignalStore store) {
        this.recording = recording;
        this.store = store;
    }

    @Override
    public void run(Instant now) {
        if (now.isBefore(next)) {
            return;
        }
        SignalRecording decided = recording.load();
        store.deleteBefore(now.minus(decided.kept()));
        store.deleteBeyond(decided.mostBytes());
        next = now.plus(INTERVAL);
    }
}
