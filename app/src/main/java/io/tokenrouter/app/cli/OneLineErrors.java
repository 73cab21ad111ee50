package io.tokenrouter.app.cli;

import io.tokenrouter.app.StartupException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** A reason that the user can change is one line. Anything else is our mistake and is shown whole. */
final class OneLineErrors implements IExecutionExceptionHandler {

    /**
     * The command line around a command: one line for whatever goes wrong, exit code 2 for a wrong option, 1 for the rest.
     *
     * @param name of the command, to say where its help is
     */
    static CommandLine commandLine(Object command, String name) {
        return new CommandLine(command)
                .setParameterExceptionHandler((e, arguments) -> {
                    e.getCommandLine()
                            .getErr()
                            .println("tokenrouter: " + e.getMessage() + " (see ./tokenrouter " + name + " --help)");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler(new OneLineErrors());
    }

    @Override
    public int handleExecutionException(Exception exception, CommandLine commandLine, ParseResult parsed)
            throws Exception {
        if (exception instanceof ParameterException wrongOption) {
            return commandLine.getParameterExceptionHandler().handleParseException(wrongOption, new String[0]);
        }
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartupException) {
                commandLine.getErr().println("tokenrouter: " + cause.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
            }
        }
        throw exception;
    }
}
