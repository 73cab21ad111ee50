package io.tokenrouter.app.persistence;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Records of one kind on their way to the database. They may be added from any thread, which never waits; too many are dropped
 * and counted.
 *
 * @param <T> kind of record
 */
public final class RecordBuffer<T> {

    private static final Logger log = LoggerFactory.getLogger(RecordBuffer.class);

    /** SQLSTATE of Postgres. */
    private static final String UNIQUE_VIOLATION = "23505";

    private static final int BATCH = 500;

    private final RecordQueue<T> queue;
    private final Consumer<List<T>> into;

    /**
     * @param capacity most that wait
     * @param into writes all of a batch or none
     */
    public RecordBuffer(int capacity, Consumer<List<T>> into) {
        this.queue = new RecordQueue<>(capacity);
        this.into = into;
    }

    public void add(T item) {
        queue.add(item);
    }

    /** How many were lost since the start. */
    public long dropped() {
        return queue.dropped();
    }

    /** How many wait. */
    public int waiting() {
        return queue.size();
    }

    /**
     * Writes all that wait. Of one thread.
     *
     * @return false if the database does not take them now
     */
    boolean write(DatabaseState state) {
        List<T> batch = queue.take(BATCH);
        while (!batch.isEmpty()) {
            if (!write(batch, state)) {
                return false;
            }
            batch = queue.take(BATCH);
        }
        return true;
    }

    private boolean write(List<T> batch, DatabaseState state) {
        try {
            if (state.ask(() -> into.accept(batch))) {
                return true;
            }
        } catch (DataIntegrityViolationException e) {
            return writeOneByOne(batch, state);
        } catch (RuntimeException e) {
            log.warn("Records could not be written; tried again later ({})", e.getMessage());
        }
        queue.giveBack(batch);
        return false;
    }

    /** One row that the database refuses must not take the others with it. */
    private boolean writeOneByOne(List<T> batch, DatabaseState state) {
        for (int i = 0; i < batch.size(); i++) {
            T item = batch.get(i);
            boolean isDone = false;
            try {
                isDone = state.ask(() -> into.accept(List.of(item)));
            } catch (DataIntegrityViolationException e) {
                isDone = true;
                if (!isThereAlready(e)) {
                    log.warn("A record could not be written and is lost: {} ({})", item, e.getMessage());
                }
            } catch (RuntimeException e) {
                log.warn("Records could not be written; tried again later ({})", e.getMessage());
            }
            if (!isDone) {
                queue.giveBack(batch.subList(i, batch.size()));
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
