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

    JpaRecordSink(GenerationRepository generations, ThroughputRepository throughput) {
        this.generations = generations;
        this.throughput = throughput;
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
    public void deleteBefore(Instant generationLimit, Instant sampleLimit) {
        generations.deleteFinishedBefore(generationLimit);
        throughput.deleteSampledBefore(sampleLimit);
    }
}
