package io.tokenrouter.app.cli;

import io.tokenrouter.app.postgres.DatabaseLocation;
import io.tokenrouter.engine.executor.DeviceChoice;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
 * @param device where models run
 * @param kvMemoryBytes for the KV caches of all models on the processor together
 * @param kvMemoryOfGpus bytes for the KV caches of all models of one GPU together; empty for a part of its memory
 * @param requireKeys turns on, for this start and later ones, that the API asks for a key
 * @param threads of the CPU executor
 * @param otlpEndpoint base address of an OpenTelemetry collector that gets traces; empty sends none
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
        boolean requireKeys,
        DeviceChoice device,
        long kvMemoryBytes,
        OptionalLong kvMemoryOfGpus,
        int threads,
        Optional<URI> otlpEndpoint) {

    public ServeOptions {
        models = List.copyOf(models);
        pairs = List.copyOf(pairs);
    }

    /** Whether only this machine can reach the server; false for an address that cannot be told. */
    public boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Why a server with these options does not start while no key is asked for, and what to do. */
    public String openToOthers() {
        return "others can reach " + host + ", so the API must ask for keys there: add --require-keys";
    }
}
