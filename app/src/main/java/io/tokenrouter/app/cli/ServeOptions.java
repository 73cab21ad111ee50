package io.tokenrouter.app.cli;

import io.tokenrouter.app.postgres.DatabaseLocation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How to serve.
 *
 * @param host address to listen on
 * @param port 0 takes any free one
 * @param dataFolder what the server keeps between starts; absolute
 * @param programsFolder where the programs of the embedded Postgres are unpacked; absolute
 * @param database an external Postgres; empty starts the embedded one
 * @param demoFolder holds the files of the demo pair; empty leaves the demo pair out
 * @param models to register beside those of the database
 * @param pairs to register beside those of the database
 * @param kvMemoryBytes for the KV caches of all models together
 * @param threads of the CPU executor
 */
public record ServeOptions(
        String host,
        int port,
        Path dataFolder,
        Path programsFolder,
        Optional<DatabaseLocation> database,
        Optional<Path> demoFolder,
        List<ModelOption> models,
        List<PairOption> pairs,
        long kvMemoryBytes,
        int threads) {

    public ServeOptions {
        models = List.copyOf(models);
        pairs = List.copyOf(pairs);
    }
}
