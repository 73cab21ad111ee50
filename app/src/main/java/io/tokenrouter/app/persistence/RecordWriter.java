package io.tokenrouter.app.persistence;

import io.tokenrouter.app.postgres.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings records to the database in batches. {@link #record} may be called from any thread and returns at once;
 * {@link #tick} is called by one thread, about once a second, and may block while the database does not answer.
 */
public final class RecordWriter {

    /** How long a database that does not answer is left alone. */
    static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

    /** How often records are deleted whose time is over. */
    static final Duration DELETION_INTERVAL = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(RecordWriter.class);

    private static final int GENERATION_CAPACITY = 10_000;
    private static final int CHANGE_CAPACITY = 1_000;

    private final RecordBuffer<GenerationRecord> generations;
    private final RecordBuffer<BatchingChange> changes;
    private final RequestLog requests = new RequestLog();
    private final List<RecordBuffer<?>> buffers;
    private final List<RecordUpkeep> upkeep;
    private final RecordSink sink;
    private final DatabaseState state;
    private final Database database;
    private final Retention retention;
    private Instant nextWrite = Instant.MIN;
    private Instant nextDeletion = Instant.MIN;

    /**
     * @param others records of other kinds
     * @param upkeep done after all is written
     */
    RecordWriter(
            RecordSink sink,
            List<RecordBuffer<?>> others,
            List<RecordUpkeep> upkeep,
            DatabaseState state,
            Database database,
            Retention retention) {
        this.generations = new RecordBuffer<>(GENERATION_CAPACITY, sink::writeGenerations);
        this.changes = new RecordBuffer<>(CHANGE_CAPACITY, sink::writeChanges);
        this.buffers =
                Stream.concat(Stream.of(generations, changes), others.stream()).toList();
        this.upkeep = List.copyOf(upkeep);
        this.sink = sink;
        this.state = state;
        this.database = database;
        this.retention = retention;
    }

    /** Takes a record; drops and counts it where too many wait already. */
    public void record(GenerationRecord generation) {
        generations.add(generation);
        requests.add(generation);
    }

    /** Takes a change of batching settings, under the same terms. */
    public void record(BatchingChange change) {
        changes.add(change);
    }

    /** How many generation records were lost since the start. */
    public long dropped() {
        return generations.dropped();
    }

    /** How many generation records wait to be written. */
    public int waiting() {
        return generations.waiting();
    }

    /** Writes what waits, does the upkeep, and deletes what is too old. */
    void tick(Instant now) {
        requests.write();
        if (now.isBefore(nextWrite)) {
            return;
        }
        for (RecordBuffer<?> buffer : buffers) {
            if (!buffer.write(state)) {
                leaveAlone(now);
                return;
            }
        }
        for (RecordUpkeep work : upkeep) {
            attempt(work, now);
        }
        if (!now.isBefore(nextDeletion)) {
            nextDeletion = now.plus(DELETION_INTERVAL);
            attempt(at -> sink.deleteBefore(at.minus(retention.generations())), now);
        }
    }

    private void attempt(RecordUpkeep work, Instant now) {
        if (now.isBefore(nextWrite)) {
            return;
        }
        try {
            if (!state.attempt(() -> work.run(now))) {
                leaveAlone(now);
            }
        } catch (RuntimeException e) {
            log.warn("Records could not be tidied; tried again later ({})", e.getMessage());
        }
    }

    private void leaveAlone(Instant now) {
        nextWrite = now.plus(RETRY_INTERVAL);
        database.revive();
    }
}
