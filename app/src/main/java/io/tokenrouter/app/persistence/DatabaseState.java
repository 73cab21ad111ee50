package io.tokenrouter.app.persistence;

import java.time.Clock;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Whether the database answered the last time. An outage is logged here, when it begins and when it ends, and nowhere else: work that
 * comes again and needs the database is done through {@link #ask} or {@link #attempt}. Safe from any thread.
 */
@Component
public class DatabaseState {

    private static final Logger log = LoggerFactory.getLogger(DatabaseState.class);

    private volatile @Nullable Instant downSince;

    /** How often it went away or came back. What began before the last time says nothing about now. */
    private int turns;

    public boolean isUp() {
        return downSince == null;
    }

    /** Since when it does not answer; null while it does. */
    public @Nullable Instant downSince() {
        return downSince;
    }

    /**
     * Does work that asks the database in any case, so that its success ends an outage.
     *
     * @return false if the database did not answer
     * @throws RuntimeException of the work, if it failed for another reason
     */
    public boolean ask(Runnable work) {
        int begun = turns();
        if (!done(work, begun)) {
            return false;
        }
        answered(begun);
        return true;
    }

    /** Does work that asks the database where it needs to; else as {@link #ask}. */
    public boolean attempt(Runnable work) {
        return done(work, turns());
    }

    /**
     * Does work that asks the database in any case and comes again by itself.
     *
     * @param name as in "not done: reading the keys"
     * @return false if the database did not answer, or refused it
     * @throws RuntimeException of the work itself
     */
    public boolean ask(String name, Runnable work) {
        return unlessPutOff(name, () -> ask(work));
    }

    /** Does work that asks the database where it needs to; else as {@link #ask(String, Runnable)}. */
    public boolean attempt(String name, Runnable work) {
        return unlessPutOff(name, () -> attempt(work));
    }

    /** A database that was busy, or too slow, for a moment is worth no warning. */
    private static boolean unlessPutOff(String name, BooleanSupplier work) {
        try {
            return work.getAsBoolean();
        } catch (DataAccessException | TransactionException e) {
            if (DatabaseBusyException.isIn(e) || e instanceof TransientDataAccessException) {
                log.debug("Not done this time: {}", name, e);
            } else {
                log.warn("Not done this time: {} ({})", name, rootMessage(e));
            }
            return false;
        }
    }

    private boolean done(Runnable work, int begun) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            if (!Outage.isIn(e)) {
                throw e;
            }
            log.debug("Not done, since the database does not answer", e);
            failed(e, begun);
            return false;
        }
    }

    private synchronized int turns() {
        return turns;
    }

    private synchronized void answered(int begun) {
        if (downSince != null && begun == turns) {
            turns++;
            downSince = null;
            log.info("The database answers again");
        }
    }

    private synchronized void failed(Exception cause, int begun) {
        if (downSince == null && begun == turns) {
            turns++;
            downSince = Clock.systemUTC().instant();
            log.warn(
                    "The database does not answer; generation goes on, and records wait for it in memory ({})",
                    rootMessage(cause));
        }
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    }
}
