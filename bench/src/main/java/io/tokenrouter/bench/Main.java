package io.tokenrouter.bench;

import io.tokenrouter.bench.decode.DecodeCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the benchmarks: {@code java -jar bench/target/bench.jar NAME [options]}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Benchmarks. Each ends with a table; --json FILE writes the same figures.",
        subcommands = {DecodeCommand.class})
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }
}
