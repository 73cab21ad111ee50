package io.tokenrouter.app.persistence;

import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** All connections of the pool are in use, and stayed so for as long as one waits for them. The database itself may be well. */
public final class DatabaseBusyException extends SQLTransientConnectionException {

    private static final long serialVersionUID = 1L;

    DatabaseBusyException(@Nullable Throwable cause) {
        super("All connections to the database are in use", cause);
    }

    /** Whether it is what a failure came from. */
    public static boolean isIn(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof DatabaseBusyException) {
                return true;
            }
        }
        return false;
    }
}
