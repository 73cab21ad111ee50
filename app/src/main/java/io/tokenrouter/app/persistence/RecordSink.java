package io.tokenrouter.app.persistence;

import java.util.List;

/** Where records end up. Each call writes all or nothing. */
interface RecordSink {

    void writeGenerations(List<GenerationRecord> records);

    void writeSamples(List<ThroughputSample> samples);
}
