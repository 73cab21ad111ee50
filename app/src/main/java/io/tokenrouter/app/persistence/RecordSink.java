package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.List;

/** Where records end up. Each call does all or nothing. */
interface RecordSink {

    void writeGenerations(List<GenerationRecord> records);

    void writeChanges(List<BatchingChange> changes);

    /** Deletes generations that finished, and changes of batching settings that were made, before this time. */
    void deleteBefore(Instant limit);
}
