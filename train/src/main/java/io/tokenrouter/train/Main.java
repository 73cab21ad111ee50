package io.tokenrouter.train;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import picocli.CommandLine;

/** {@code java -jar train-router.jar [options]}; the launcher's {@code train-router}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** The exit code: 0, 1 for what went wrong, 2 for wrong arguments. */
    public static int run(String... arguments) {
        return new CommandLine(new TrainRouterCommand())
                .setExecutionExceptionHandler(Main::explain)
                .execute(arguments);
    }

    /** One line for what lies outside; a stack trace for what is ours. */
    private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
        if (cause instanceof IOException || cause instanceof ModelFormatException || cause instanceof EngineException) {
            command.getErr().println("train-router: " + cause.getMessage());
        } else {
            e.printStackTrace(command.getErr());
        }
        return 1;
    }
}
