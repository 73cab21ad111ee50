package io.tokenrouter.app.persistence;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A pool that does not let everybody wait for a database that is away: once somebody has waited in vain, all others are refused at
 * once, and one of them tries again every {@link #RETRY_NANOS}. Without it, each of many callers would hold a thread for as long
 * as the pool is patient, and the last of them would wait for all before it. A pool whose connections are all in use is no such
 * outage: who comes then waits for as long as the pool is patient, and is told {@link DatabaseBusyException}. Safe from any thread.
 */
final class FailFastDataSource extends DelegatingDataSource implements AutoCloseable {

    /** From one try to the next while the database is away. */
    static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Who may wait for a connection at a time; more are refused at once. */
    static final int MOST_WAITING = 32;

    private final LongSupplier clock;
    private final Semaphore places = new Semaphore(MOST_WAITING);
    private final AtomicBoolean isTried = new AtomicBoolean();
    private volatile @Nullable SQLException failure;
    private volatile long failedAt;

    /**
     * @param pool throws an {@link SQLTransientConnectionException} without a cause where all its connections are in use, as Hikari does
     * @param clock in nanoseconds, never set back
     */
    FailFastDataSource(DataSource pool, LongSupplier clock) {
        super(pool);
        this.clock = clock;
    }

    @Override
    public Connection getConnection() throws SQLException {
        SQLException before = failure;
        if (before == null) {
            return connect();
        }
        if (clock.getAsLong() - failedAt < RETRY_NANOS || !isTried.compareAndSet(false, true)) {
            throw new SQLTransientConnectionException("The database does not answer", before);
        }
        try {
            return connect();
        } finally {
            isTried.set(false);
        }
    }

    private Connection connect() throws SQLException {
        if (!places.tryAcquire()) {
            throw new DatabaseBusyException(null);
        }
        try {
            Connection connection = super.getConnection();
            failure = null;
            return connection;
        } catch (SQLException e) {
            if (isFull(e)) {
                throw new DatabaseBusyException(e);
            }
            if (!(e.getCause() instanceof InterruptedException)) {
                failedAt = clock.getAsLong();
                failure = e;
            }
            throw e;
        } finally {
            places.release();
        }
    }

    /** The pool gives the reason where it could make no connection; it has none where it was not to make another one. */
    private static boolean isFull(SQLException e) {
        return e instanceof SQLTransientConnectionException && e.getCause() == null && e.getSQLState() == null;
    }

    @Override
    public void close() {
        if (getTargetDataSource() instanceof HikariDataSource pool) {
            pool.close();
        }
    }
}
