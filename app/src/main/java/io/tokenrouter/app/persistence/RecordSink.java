package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.List;

/** Where records end up. Each call does all or nothing. */
interface RecordSink {

    void writeGenerations(List<GenerationRecord> records);

    void writeSamples(List<ThroughputSample> samples);

    void writeChanges(List<BatchingChange> changes);

    /** Deletes generations that finished, batching settings that changed, and samples that were taken, before these times. */
    void deleteBefore(Instant generations, Instant samples);
}
