package io.tokenrouter.app.remote;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Main class of {@code ./tokenrouter models}, {@code pairs}, {@code policies}, {@code keys}, {@code requests},
 * {@code calibrate}, {@code sign-in} and {@code sign-out}. Exit codes: 0; 1 for what the server refuses or cannot do; 2 for a wrong option.
 */
@Command(
        name = "tokenrouter",
        description = "Common operations of the console, at a running server.",
        subcommands = {
            ModelsCommand.class,
            PairsCommand.class,
            PoliciesCommand.class,
            KeysCommand.class,
            RequestsCommand.class,
            CalibrateCommand.class,
            SignInCommand.class,
            SignOutCommand.class
        })
public final class RemoteCommand extends Topic {

    RemoteCommand() {}

    public static void main(String[] arguments) {
        // names and reasons are in any language, whatever the terminal's settings say
        System.exit(commandLine()
                .setOut(new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8))
                .execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new RemoteCommand())
                .registerConverter(Id.class, Id::of)
                .setParameterExceptionHandler((e, arguments) -> {
                    e.getCommandLine().getErr().println("tokenrouter: " + message(e) + " (see --help)");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (!(e instanceof RemoteException)) {
                        throw e;
                    }
                    command.getErr().println("tokenrouter: " + e.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    private static String message(ParameterException fault) {
        if (!(fault instanceof UnmatchedArgumentException unmatched)) {
            return String.valueOf(fault.getMessage());
        }
        String typed = unmatched.getUnmatched().getFirst();
        List<String> near = unmatched.getSuggestions();
        return "there is no '" + Columns.plain(typed) + "' here"
                + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?");
    }
}
