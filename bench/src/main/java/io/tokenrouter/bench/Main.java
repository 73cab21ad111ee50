package io.tokenrouter.bench;

import io.tokenrouter.bench.algorithms.AlgorithmsCommand;
import io.tokenrouter.bench.batching.BatchingCommand;
import io.tokenrouter.bench.batching.SolverCommand;
import io.tokenrouter.bench.decode.DecodeCommand;
import io.tokenrouter.bench.fuzz.FuzzFilesCommand;
import io.tokenrouter.bench.overhead.OverheadCommand;
import io.tokenrouter.bench.quality.QualityCommand;
import io.tokenrouter.bench.routing.AheadCommand;
import io.tokenrouter.bench.routing.RoutingCommand;
import io.tokenrouter.bench.soak.SoakCommand;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the benchmarks: {@code java -jar bench/target/bench.jar NAME [options]}. */
@Command(
        name = "bench",
        description = "Benchmarks. Each ends with a table; --json FILE writes the same figures.",
        subcommands = {
            DecodeCommand.class,
            RoutingCommand.class,
            AheadCommand.class,
            QualityCommand.class,
            AlgorithmsCommand.class,
            OverheadCommand.class,
            BatchingCommand.class,
            SolverCommand.class,
            SoakCommand.class,
            FuzzFilesCommand.class
        })
public final class Main {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** The exit code: 0, 1 for a measurement that failed, 2 for wrong arguments. */
    public static int run(String... arguments) {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::explain)
                .execute(arguments);
    }

    /** One line for what lies outside; a stack trace for what is ours. */
    private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        if (e instanceof IOException) {
            command.getErr().println("bench: " + e.getMessage());
        } else {
            e.printStackTrace(command.getErr());
        }
        return 1;
    }
}
