package io.tokenrouter.app.batching;

import io.tokenrouter.app.persistence.BatchingDecision;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The newest decision about each pair, as the database had it when it was read last. Safe from any thread. */
final class KnownDecisions {

    private final Supplier<List<BatchingDecision>> stored;
    private final Map<String, BatchingDecision> newest = new ConcurrentHashMap<>();

    /** @param stored reads the newest decision about each pair; may block and fail */
    KnownDecisions(Supplier<List<BatchingDecision>> stored) {
        this.stored = stored;
    }

    /** Reads all of them. */
    void load() {
        stored.get().forEach(this::keep);
    }

    /** Reads what was decided about one pair, which may have been registered anew. Where that fails, what is known stays. */
    void reread(String pairId) {
        Optional<BatchingDecision> read = stored.get().stream()
                .filter(decision -> decision.pairId().equals(pairId))
                .findFirst();
        newest.remove(pairId);
        read.ifPresent(this::keep);
    }

    void keep(BatchingDecision decision) {
        newest.put(decision.pairId(), decision);
    }

    /** The newest decision about any of these pairs. */
    Optional<BatchingDecision> newestOf(Collection<String> pairIds) {
        return pairIds.stream()
                .map(newest::get)
                .filter(Objects::nonNull)
                .max(Comparator.comparingLong(BatchingDecision::version));
    }
}
