package io.tokenrouter.app.cli;

import io.tokenrouter.engine.executor.DeviceChoice;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tokenrouter serve}: reads the options, checks them, and hands over to the server. */
@Command(
        name = "tokenrouter serve",
        description = "Starts the server. Models and pairs given here are kept in the database for later starts.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = false)
public final class ServeCommand implements Callable<Integer> {

    /** Runs the server until it is told to stop. */
    @FunctionalInterface
    public interface Server {
        /** @return the exit code of the process */
        int run(ServeOptions options);
    }

    private final Server server;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on; 0 takes any free one (default: ${DEFAULT-VALUE}).")
    private int port = 8080;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "Address to listen on (default: ${DEFAULT-VALUE}). At another address than loopback the server"
                            + " starts only where the API asks for keys.")
    private String host = "127.0.0.1";

    @Option(
            names = "--require-keys",
            description = "Let the API ask for a key, now and at later starts. Keys are made in the console.")
    private boolean requireKeys;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--model",
            paramLabel = "ID=PATH",
            description = "Serve this GGUF file or Hugging Face folder under this id. Repeatable.")
    private List<String> models = List.of();

    @Option(
            names = "--pair",
            paramLabel = "ID=SMALL,LARGE",
            description = "Serve these two models as a pair under this id. Repeatable.")
    private List<String> pairs = List.of();

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            description =
                    "Where models run: auto takes a GPU where one is usable and a model fits, else the CPU; cpu; or"
                            + " one GPU by its name, such as cuda:0 (default: ${DEFAULT-VALUE}).")
    private String device = "auto";

    @Option(
            names = "--kv-memory",
            paramLabel = "SIZE",
            description = "Memory for the KV caches of all models together, for example 512m or 4g; each gets up to a"
                    + " quarter of it (default: half of the JVM's, at most 8g). Each GPU has as much for its models"
                    + " (default: 45 %% of its memory).")
    private @Nullable String kvMemory;

    @Option(names = "--threads", paramLabel = "N", description = "Processor cores that the models use (default: all).")
    private @Nullable Integer threads;

    @Option(
            names = "--otlp-endpoint",
            paramLabel = "URL",
            description = "Send traces of requests to this OpenTelemetry collector over OTLP/HTTP, for"
                    + " example%nhttp://localhost:4318 (default: OTEL_EXPORTER_OTLP_ENDPOINT, or none).")
    private @Nullable String otlpEndpoint;

    @Option(names = "--no-demo", description = "Leave out the demo pair.")
    private boolean noDemo;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    public ServeCommand(Server server) {
        this.server = server;
    }

    @Override
    public Integer call() {
        ServeOptions options;
        try {
            options = options();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        StartupChecks.verify(options);
        return server.run(options);
    }

    private ServeOptions options() {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("--port must be from 0 to 65535, not " + port);
        }
        int cores = Runtime.getRuntime().availableProcessors();
        int useThreads = threads == null ? cores : threads;
        if (useThreads < 1 || useThreads > 4 * cores) {
            throw new IllegalArgumentException("--threads must be from 1 to " + 4 * cores + ", not " + useThreads);
        }
        OptionalLong givenKvMemory =
                kvMemory == null ? OptionalLong.empty() : OptionalLong.of(ByteSize.parse("--kv-memory", kvMemory));
        return new ServeOptions(
                host,
                port,
                database.folder(),
                database.programsFolder(),
                database.external(),
                noDemo
                        ? Optional.empty()
                        : Optional.of(Home.folder().resolve("models").resolve("demo")),
                models.stream().map(ModelOption::parse).toList(),
                pairs.stream().map(PairOption::parse).toList(),
                requireKeys,
                DeviceChoice.parse("--device", device),
                givenKvMemory.orElseGet(Home::defaultKvMemory),
                givenKvMemory,
                useThreads,
                OtlpEndpoint.of(otlpEndpoint, System.getenv()));
    }

    /** The command line around this command: one line for whatever goes wrong, exit code 2 for a wrong option, 1 for the rest. */
    public static CommandLine commandLine(Server server) {
        return OneLineErrors.commandLine(new ServeCommand(server), "serve");
    }
}
