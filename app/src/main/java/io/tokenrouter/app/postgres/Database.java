package io.tokenrouter.app.postgres;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The database of this server: one of its own or an external one. Opened in the background, so that the rest of the server
 * can start meanwhile. Safe from any thread.
 */
public final class Database implements AutoCloseable {

    private static final String CONNECT_LIMIT_SECONDS = "10";

    private final CompletableFuture<Opened> opening;

    private Database(CompletableFuture<Opened> opening) {
        this.opening = opening;
    }

    private record Opened(
            DatabaseLocation location, @Nullable EmbeddedPostgres own) {}

    /** Starts a Postgres of our own in a folder; see {@link EmbeddedPostgres#start}. Returns at once. */
    public static Database embedded(Path folder, Path programsFolder, Startup startup) {
        return new Database(inBackground(startup, () -> {
            EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, programsFolder, startup);
            return new Opened(postgres.location(), postgres);
        }));
    }

    /**
     * For a look before anything is started.
     *
     * @throws StartupException if another server uses the folder of an embedded Postgres
     */
    public static void verifyFree(Path folder) {
        try {
            DataFolder.verifyFree(folder);
        } catch (IOException e) {
            throw new StartupException("cannot use the data folder " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Whether the folder of an embedded Postgres holds data of an earlier start. */
    public static boolean isNew(Path folder) {
        return !Files.exists(DataFolder.clusterBelow(folder));
    }

    /** Uses a Postgres that runs already. Returns at once. */
    public static Database external(DatabaseLocation location, Startup startup) {
        return new Database(inBackground(startup, () -> {
            verifyReachable(location);
            return new Opened(location, null);
        }));
    }

    /**
     * Waits until the database can be used.
     *
     * @throws StartupException if it cannot
     */
    public DatabaseLocation location() {
        return opened().location();
    }

    /** Starts the embedded Postgres again if it is gone; an external one is left to its operators. */
    public void revive() {
        EmbeddedPostgres own = opened().own();
        if (own != null) {
            own.restartIfDown();
        }
    }

    /** The embedded Postgres, if that is what this is and it came up. */
    public Optional<EmbeddedPostgres> embedded() {
        return opening.isCompletedExceptionally() ? Optional.empty() : Optional.ofNullable(opened().own());
    }

    /** Stops the embedded Postgres, also if it is still starting; leaves an external one alone. */
    @Override
    public void close() {
        try {
            opening.join();
        } catch (CompletionException neverStarted) {
            return;
        }
        embedded().ifPresent(EmbeddedPostgres::close);
    }

    /**
     * For a process that ends at once: asks the embedded Postgres, if it runs, to end as soon as this process has left it. Does
     * not wait.
     */
    public void letGo() {
        if (opening.isDone()) {
            embedded().flatMap(EmbeddedPostgres::serverProcess).ifPresent(ProcessHandle::destroy);
        }
    }

    private Opened opened() {
        try {
            return opening.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static CompletableFuture<Opened> inBackground(Startup startup, Supplier<Opened> work) {
        return CompletableFuture.supplyAsync(
                work,
                task -> startup.onCancel(
                        Thread.ofPlatform().name("database-start").start(task)::interrupt));
    }

    private static void verifyReachable(DatabaseLocation location) {
        Properties properties = new Properties();
        properties.setProperty("user", location.user());
        properties.setProperty("password", location.password());
        properties.setProperty("connectTimeout", CONNECT_LIMIT_SECONDS);
        properties.setProperty("loginTimeout", CONNECT_LIMIT_SECONDS);
        try {
            DriverManager.getConnection(location.jdbcUrl(), properties).close();
        } catch (SQLException e) {
            throw new StartupException(
                    "cannot use the Postgres at " + location + ": "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
    }
}
