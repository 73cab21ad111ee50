package io.tokenrouter.app.persistence;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What operators decided about batching, and how it changed. Every call is one transaction and may block. */
@Component
public class BatchingStore {

    private final BatchingDecisionRepository decisions;
    private final BatchingChangeRepository changes;
    private final PairRepository pairs;
    private final Clock clock = Clock.systemUTC();

    BatchingStore(BatchingDecisionRepository decisions, BatchingChangeRepository changes, PairRepository pairs) {
        this.decisions = decisions;
        this.changes = changes;
        this.pairs = pairs;
    }

    /** The newest decision about each pair, oldest first. */
    @Transactional(readOnly = true)
    public List<BatchingDecision> newest() {
        return decisions.findNewest().stream()
                .map(BatchingDecisionRow::toDecision)
                .toList();
    }

    /**
     * Adds a decision about one pair of those that are batched together.
     *
     * @param together ids of these pairs
     * @param pairId one of them
     * @param expectedVersion newest version of all of them as the caller knows it; 0 if there is none
     * @param policy name of the pinned rule; null lets the pairs tune themselves
     * @param enforcement does what was decided; where it fails, nothing is kept
     * @throws StaleVersionException if somebody else decided meanwhile
     */
    @Transactional
    public BatchingDecision put(
            Collection<String> together,
            String pairId,
            long expectedVersion,
            @Nullable String policy,
            Map<String, Object> options,
            Runnable enforcement) {
        // whoever decides about one of them waits here for the other to end
        pairs.findByIdInOrderById(together);
        long current = newest().stream()
                .filter(decision -> together.contains(decision.pairId()))
                .mapToLong(BatchingDecision::version)
                .max()
                .orElse(0);
        if (current != expectedVersion) {
            throw new StaleVersionException(expectedVersion, current);
        }
        BatchingDecision decision = decisions
                .save(new BatchingDecisionRow(pairId, policy, options, clock.instant()))
                .toDecision();
        enforcement.run();
        return decision;
    }

    /** The newest changes of a pair's settings, newest first. */
    @Transactional(readOnly = true)
    public List<BatchingChange> changes(String pairId, int most) {
        return changes.findByPairIdOrderByChangedAtDesc(pairId, Limit.of(most)).stream()
                .map(BatchingChangeRow::toChange)
                .toList();
    }
}
