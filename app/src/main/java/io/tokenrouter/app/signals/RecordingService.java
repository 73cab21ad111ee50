package io.tokenrouter.app.signals;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Whether signals are recorded: what an operator decided, else nothing is. */
@Component
public class RecordingService {

    private final RecordingStore store;
    private final AuditTrail audit;
    private volatile SignalRecording current = SignalRecording.OFF;

    RecordingService(RecordingStore store, AuditTrail audit) {
        this.store = store;
        this.audit = audit;
    }

    /** From memory, as it was read last. */
    public SignalRecording current() {
        return current;
    }

    /** Reads what counts. Blocks, also while somebody decides: what was read before must not replace it. */
    public synchronized SignalRecording load() {
        current = store.newest().orElse(SignalRecording.OFF);
        return current;
    }

    /**
     * Decides. Requests that begin from now on follow it. Blocks.
     *
     * @param expected the version that the caller has seen, 0 for none; empty for whatever counts
     * @throws InvalidRecordingException if it makes no sense
     * @throws io.tokenrouter.app.persistence.StaleVersionException if somebody else decided meanwhile
     */
    public synchronized SignalRecording decide(
            Actor actor, OptionalLong expected, double share, long mostBytes, Duration kept, @Nullable String reason) {
        SignalRecording wanted = new SignalRecording(0, share, mostBytes, kept);
        SignalRecording before = load();
        current = store.put(
                expected.orElse(before.version()),
                wanted,
                () -> audit.record(actor, "signals.recording", "signals", facts(before), facts(wanted), reason));
        return current;
    }

    private static Map<String, Object> facts(SignalRecording recording) {
        return Map.of(
                "share", recording.share(),
                "most_bytes", recording.mostBytes(),
                "kept_seconds", recording.kept().toSeconds());
    }
}
