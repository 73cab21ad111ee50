package io.tokenrouter.app.persistence;

import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.engine.api.GenerationEngine;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Brings records to the database in batches. {@link #record} may be called from any thread and returns at once;
 * {@link #tick} is called by one thread, about once a second, and may block while the database does not answer.
 */
public final class RecordWriter {

    /** How often a sample of each model is taken. */
    static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(10);

    /** How long a database that does not answer is left alone. */
    static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

    /** How often records are deleted whose time is over. */
    static final Duration DELETION_INTERVAL = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(RecordWriter.class);

    /** SQLSTATE of Postgres. */
    private static final String UNIQUE_VIOLATION = "23505";

    private static final int GENERATION_CAPACITY = 10_000;
    private static final int SAMPLE_CAPACITY = 5_000;
    private static final int CHANGE_CAPACITY = 1_000;
    private static final int BATCH = 500;

    private final RecordQueue<GenerationRecord> generations = new RecordQueue<>(GENERATION_CAPACITY);
    private final RecordQueue<ThroughputSample> samples = new RecordQueue<>(SAMPLE_CAPACITY);
    private final RecordQueue<BatchingChange> changes = new RecordQueue<>(CHANGE_CAPACITY);
    private final ThroughputSampler sampler = new ThroughputSampler();
    private final GenerationEngine engine;
    private final RecordSink sink;
    private final DatabaseState state;
    private final Database database;
    private final Retention retention;
    private Instant nextSample = Instant.MIN;
    private Instant nextWrite = Instant.MIN;
    private Instant nextDeletion = Instant.MIN;

    RecordWriter(
            GenerationEngine engine, RecordSink sink, DatabaseState state, Database database, Retention retention) {
        this.engine = engine;
        this.sink = sink;
        this.state = state;
        this.database = database;
        this.retention = retention;
    }

    /** Takes a record; drops and counts it where too many wait already. */
    public void record(GenerationRecord generation) {
        generations.add(generation);
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
        return generations.size();
    }

    /** Samples when it is time, writes what waits, and deletes what is too old. */
    void tick(Instant now) {
        if (!now.isBefore(nextSample)) {
            nextSample = now.plus(SAMPLE_INTERVAL);
            sampler.sample(engine.snapshot(), now).forEach(samples::add);
        }
        if (now.isBefore(nextWrite)) {
            return;
        }
        if (!write(generations, sink::writeGenerations)
                || !write(changes, sink::writeChanges)
                || !write(samples, sink::writeSamples)) {
            nextWrite = now.plus(RETRY_INTERVAL);
            database.revive();
            return;
        }
        if (!now.isBefore(nextDeletion)) {
            nextDeletion = now.plus(DELETION_INTERVAL);
            deleteOld(now);
        }
    }

    private void deleteOld(Instant now) {
        try {
            sink.deleteBefore(now.minus(retention.generations()), now.minus(retention.samples()));
        } catch (RuntimeException e) {
            log.warn("Old records could not be deleted; tried again later ({})", e.getMessage());
        }
    }

    /** @return false if the database does not answer */
    private <T> boolean write(RecordQueue<T> queue, Consumer<List<T>> into) {
        List<T> batch = queue.take(BATCH);
        while (!batch.isEmpty()) {
            try {
                into.accept(batch);
            } catch (DataIntegrityViolationException e) {
                if (!writeOneByOne(batch, queue, into)) {
                    return false;
                }
            } catch (RuntimeException e) {
                queue.giveBack(batch);
                state.failed(e);
                return false;
            }
            state.succeeded();
            batch = queue.take(BATCH);
        }
        return true;
    }

    /**
     * One row that the database refuses must not take the others with it.
     *
     * @return false if the database does not answer any more
     */
    private <T> boolean writeOneByOne(List<T> batch, RecordQueue<T> queue, Consumer<List<T>> into) {
        for (int i = 0; i < batch.size(); i++) {
            T item = batch.get(i);
            try {
                into.accept(List.of(item));
            } catch (DataIntegrityViolationException e) {
                if (!isThereAlready(e)) {
                    log.warn("A record could not be written and is lost: {} ({})", item, e.getMessage());
                }
            } catch (RuntimeException e) {
                queue.giveBack(batch.subList(i, batch.size()));
                state.failed(e);
                return false;
            }
        }
        return true;
    }

    /** True for a record of an earlier try whose success we were not told, because the connection broke after it. */
    private static boolean isThereAlready(DataIntegrityViolationException refusal) {
        return refusal.getMostSpecificCause() instanceof SQLException cause
                && UNIQUE_VIOLATION.equals(cause.getSQLState());
    }
}
