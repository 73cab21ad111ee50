package io.tokenrouter.app.remote;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only holds others: alone, it says which. */
abstract class Topic implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "what is to be done with " + spec.name() + "? "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
