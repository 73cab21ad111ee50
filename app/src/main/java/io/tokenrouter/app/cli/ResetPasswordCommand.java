package io.tokenrouter.app.cli;

import io.tokenrouter.app.postgres.DatabaseLocation;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tokenrouter reset-password}: for whoever has lost the administrator's password and can reach the database. */
@Command(
        name = "tokenrouter reset-password",
        header =
                "Gives the account admin a new one-time password, makes it an administrator again and lets it sign in.",
        description = "Works whether the server runs or not. All sessions of the account end.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ResetPasswordCommand implements Callable<Integer> {

    /** Does it. */
    @FunctionalInterface
    public interface Reset {

        /**
         * @param external a Postgres; empty for the embedded one
         * @param postgresFolder of the embedded one
         * @param programsFolder where its programs are unpacked
         * @return the new password
         */
        String run(Optional<DatabaseLocation> external, Path postgresFolder, Path programsFolder);
    }

    private final Reset reset;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    public ResetPasswordCommand(Reset reset) {
        this.reset = reset;
    }

    @Override
    public Integer call() {
        Optional<DatabaseLocation> external;
        try {
            external = database.external();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        String password = reset.run(external, database.postgresFolder(), database.programsFolder());
        spec.commandLine()
                .getOut()
                .println("Sign in as admin with the password " + password
                        + " (shown this once; you choose your own then)");
        return CommandLine.ExitCode.OK;
    }

    /** The command line around this command: one line for whatever goes wrong, exit code 2 for a wrong option, 1 for the rest. */
    public static CommandLine commandLine(Reset reset) {
        return OneLineErrors.commandLine(new ResetPasswordCommand(reset), "reset-password");
    }
}
