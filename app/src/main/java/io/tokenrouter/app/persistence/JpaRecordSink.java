package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Writes records to Postgres. */
@Component
class JpaRecordSink implements RecordSink {

    private final GenerationRepository generations;
    private final UsageTable usage;
    private final BatchingChangeRepository changes;

    JpaRecordSink(GenerationRepository generations, UsageTable usage, BatchingChangeRepository changes) {
        this.generations = generations;
        this.usage = usage;
        this.changes = changes;
    }

    /** Usage is added in the same transaction, so it is the sum of the generations to the last token. */
    @Override
    @Transactional
    public void writeGenerations(List<GenerationRecord> records) {
        generations.saveAll(records.stream().map(GenerationRow::new).toList());
        usage.add(records);
    }

    @Override
    @Transactional
    public void writeChanges(List<BatchingChange> records) {
        changes.saveAll(records.stream().map(BatchingChangeRow::new).toList());
    }

    @Override
    @Transactional
    public void deleteBefore(Instant limit) {
        generations.deleteFinishedBefore(limit);
        changes.deleteChangedBefore(limit);
    }
}
