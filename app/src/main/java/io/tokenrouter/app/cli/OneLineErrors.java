package io.tokenrouter.app.cli;

import io.tokenrouter.app.StartupException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** A reason that the user can change is one line. Anything else is our mistake and is shown whole. */
final class OneLineErrors implements IExecutionExceptionHandler {

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
