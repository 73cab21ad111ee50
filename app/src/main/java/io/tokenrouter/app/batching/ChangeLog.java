package io.tokenrouter.app.batching;

import io.tokenrouter.app.forecast.SettingsText;
import io.tokenrouter.app.persistence.BatchingChange;
import io.tokenrouter.app.persistence.BatchingStore;
import io.tokenrouter.app.persistence.RecordWriter;
import io.tokenrouter.engine.tuning.Adoption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** The newest changes of each pair in memory; all of them go to the database, when it answers. Safe from any thread. */
@Component
class ChangeLog {

    static final int SHOWN = 20;

    private final RecordWriter records;
    private final Map<String, Deque<BatchingChange>> newest = new HashMap<>();

    ChangeLog(RecordWriter records) {
        this.records = records;
    }

    /** Takes over what earlier starts left, where nothing is known yet; may block. */
    void load(BatchingStore store, List<String> pairIds) {
        for (String pairId : pairIds) {
            List<BatchingChange> changes = store.changes(pairId, SHOWN);
            synchronized (this) {
                newest.computeIfAbsent(pairId, id -> new ArrayDeque<>(changes));
            }
        }
    }

    void add(BatchingChange change) {
        records.record(change);
        synchronized (this) {
            Deque<BatchingChange> changes = newest.computeIfAbsent(change.pairId(), id -> new ArrayDeque<>());
            changes.addFirst(change);
            if (changes.size() > SHOWN) {
                changes.removeLast();
            }
        }
    }

    /** Records a change that the tuner made, for each pair with a model whose traffic led to it. */
    void add(Adoption adoption, List<PairGroup> pairs) {
        for (PairGroup group : pairs) {
            if (adoption.models().contains(group.pair().smallId())
                    || adoption.models().contains(group.pair().largeId())) {
                add(new BatchingChange(
                        UUID.randomUUID(),
                        group.pair().id(),
                        adoption.at(),
                        BatchingChange.Author.TUNER,
                        SettingsText.lasting(group.ofPair(adoption.from().settings())),
                        SettingsText.lasting(group.ofPair(adoption.to().settings())),
                        adoption.reason(),
                        Double.isFinite(adoption.predictedGain()) ? (Double) adoption.predictedGain() : null));
            }
        }
    }

    /** Newest first. */
    synchronized List<BatchingChange> of(String pairId) {
        return List.copyOf(newest.getOrDefault(pairId, new ArrayDeque<>()));
    }
}
