package io.tokenrouter.app.history;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How long history is kept: what an operator decided, else what the configuration says. */
@Component
public class RetentionService {

    private final RetentionStore store;
    private final AuditTrail audit;
    private final HistoryRetention configured;
    private volatile HistoryRetention current;

    RetentionService(RetentionStore store, AuditTrail audit, HistoryProperties properties) {
        this.store = store;
        this.audit = audit;
        this.configured = properties.retention();
        this.current = configured;
    }

    /** From memory, as it was read last. */
    public HistoryRetention current() {
        return current;
    }

    /** Reads what counts. Blocks, also while somebody decides: what was read before must not replace it. */
    public synchronized HistoryRetention load() {
        current = store.newest().orElse(configured);
        return current;
    }

    /**
     * Decides. Blocks.
     *
     * @param expected the version that the caller has seen, 0 for none; empty for whatever counts
     * @throws InvalidRetentionException if it makes no sense
     * @throws io.tokenrouter.app.persistence.StaleVersionException if somebody else decided meanwhile
     */
    public synchronized HistoryRetention decide(
            Actor actor,
            OptionalLong expected,
            Duration samples,
            Duration minutes,
            Duration hours,
            @Nullable String reason) {
        HistoryRetention wanted = new HistoryRetention(0, samples, minutes, hours);
        HistoryRetention before = load();
        current = store.put(
                expected.orElse(before.version()),
                samples,
                minutes,
                hours,
                () -> audit.record(actor, "throughput.retention", "throughput", facts(before), facts(wanted), reason));
        return current;
    }

    private static Map<String, Object> facts(HistoryRetention retention) {
        return Map.of(
                "samples_seconds", retention.samples().toSeconds(),
                "minutes_seconds", retention.minutes().toSeconds(),
                "hours_seconds", retention.hours().toSeconds());
    }
}
