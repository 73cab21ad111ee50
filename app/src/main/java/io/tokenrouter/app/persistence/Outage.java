package io.tokenrouter.app.persistence;

import java.sql.SQLException;
import java.util.List;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Tells a database that does not answer from one that refuses what it was asked. */
final class Outage {

    /**
     * How the SQLSTATE of one that is away begins: no connection, no room for another one, a server that starts or stops, an error
     * of the system below it. Appendix A of Postgres' manual lists them.
     */
    private static final List<String> STATES = List.of("08", "53", "57P", "58");

    private Outage() {}

    /** Whether a failure, or what caused it, says that the database does not answer. */
    static boolean isIn(Throwable failure) {
        boolean isOfConnection = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException told) {
                return isAway(told);
            }
            isOfConnection |= cause instanceof DataAccessResourceFailureException
                    || cause instanceof CannotCreateTransactionException;
        }
        return isOfConnection;
    }

    /** A server gives each of its errors a state; without one it is the pool that had no connection, or a broken one. */
    private static boolean isAway(SQLException failure) {
        if (failure instanceof DatabaseBusyException) {
            return false;
        }
        String state = failure.getSQLState();
        return state == null || STATES.stream().anyMatch(state::startsWith);
    }
}
