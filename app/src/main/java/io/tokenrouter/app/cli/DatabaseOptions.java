package io.tokenrouter.app.cli;

import io.tokenrouter.app.postgres.DatabaseLocation;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a server keeps what it knows: the same for whatever works on it. */
final class DatabaseOptions {

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "What the server keeps between starts (default: data, beside the launcher).")
    private @Nullable Path data;

    @Option(
            names = "--postgres-url",
            paramLabel = "URL",
            description = "A Postgres instead of the embedded one:%npostgres://HOST:PORT/DATABASE. User and password"
                    + " come from the URL or from TOKENROUTER_POSTGRES_USER and TOKENROUTER_POSTGRES_PASSWORD.")
    private @Nullable String postgresUrl;

    /** The data folder; absolute. */
    Path folder() {
        return (data == null ? Home.folder().resolve("data") : data)
                .toAbsolutePath()
                .normalize();
    }

    /** Of the embedded Postgres. */
    Path postgresFolder() {
        return folder().resolve("postgres");
    }

    /** Where the programs of the embedded Postgres are unpacked. */
    Path programsFolder() {
        return Home.postgresPrograms().orElseGet(this::postgresFolder);
    }

    /**
     * A Postgres that runs already; empty for the embedded one.
     *
     * @throws IllegalArgumentException if its address is none
     */
    Optional<DatabaseLocation> external() {
        return Optional.ofNullable(postgresUrl).map(url -> PostgresAddress.parse(url, System.getenv()));
    }
}
