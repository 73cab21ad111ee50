package io.tokenrouter.app;

import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.cli.ResetPasswordCommand;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.app.postgres.DatabaseLocation;
import io.tokenrouter.app.postgres.RunningPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import picocli.CommandLine;

/** Main class of {@code ./tokenrouter reset-password}. */
public final class ResetPassword {

    private ResetPassword() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return ResetPasswordCommand.commandLine(ResetPassword::reset);
    }

    private static String reset(Optional<DatabaseLocation> external, Path postgresFolder, Path programsFolder) {
        if (external.isPresent()) {
            return reset(external.get());
        }
        if (Database.isNew(postgresFolder)) {
            throw new StartupException("there is no database in " + postgresFolder
                    + "; ./tokenrouter serve makes one, and an account with it");
        }
        Optional<DatabaseLocation> running = ofRunningServer(postgresFolder);
        if (running.isPresent()) {
            return reset(running.get());
        }
        try (Database database = Database.embedded(postgresFolder, programsFolder, new Startup(line -> {}))) {
            return reset(database.location());
        }
    }

    private static Optional<DatabaseLocation> ofRunningServer(Path postgresFolder) {
        try {
            Database.verifyFree(postgresFolder);
            return Optional.empty();
        } catch (StartupException inUse) {
            try {
                return RunningPostgres.find(postgresFolder).or(() -> {
                    throw inUse;
                });
            } catch (IOException e) {
                throw new StartupException("cannot read " + postgresFolder + ": " + e.getMessage(), e);
            }
        }
    }

    private static String reset(DatabaseLocation location) {
        DataSource database = new DriverManagerDataSource(location.jdbcUrl(), location.user(), location.password());
        try {
            boolean isMade = JdbcClient.create(database)
                    .sql("SELECT to_regclass('public.accounts') IS NOT NULL")
                    .query(Boolean.class)
                    .single();
            if (isMade) {
                return Accounts.in(database).recoverFirst();
            }
        } catch (DataAccessException e) {
            throw new StartupException(
                    "cannot use the Postgres at " + location + ": "
                            + String.valueOf(e.getMostSpecificCause().getMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse(""),
                    e);
        }
        throw new StartupException("the database at " + location
                + " has no accounts yet; ./tokenrouter serve makes the first one and says its password");
    }
}
