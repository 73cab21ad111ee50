package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Writes records to Postgres. */
@Component
class JpaRecordSink implements RecordSink {

    private final GenerationRepository generations;
    private final ThroughputRepository throughput;
    private final BatchingChangeRepository changes;

    JpaRecordSink(GenerationRepository generations, ThroughputRepository throughput, BatchingChangeRepository changes) {
        this.generations = generations;
        this.throughput = throughput;
        this.changes = changes;
    }

    @Override
    @Transactional
    public void writeGenerations(List<GenerationRecord> records) {
        generations.saveAll(records.stream().map(GenerationRow::new).toList());
    }

    @Override
    @Transactional
    public void writeSamples(List<ThroughputSample> samples) {
        throughput.saveAll(samples.stream().map(ThroughputRow::new).toList());
    }

    @Override
    @Transactional
    public void writeChanges(List<BatchingChange> records) {
        changes.saveAll(records.stream().map(BatchingChangeRow::new).toList());
    }

    @Override
    @Transactional
    public void deleteBefore(Instant generationLimit, Instant sampleLimit) {
        generations.deleteFinishedBefore(generationLimit);
        changes.deleteChangedBefore(generationLimit);
        throughput.deleteSampledBefore(sampleLimit);
    }
}
