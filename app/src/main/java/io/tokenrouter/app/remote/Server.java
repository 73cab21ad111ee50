package io.tokenrouter.app.remote;

import io.tokenrouter.app.hub.Loopback;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** What every command has: which server, as whom, and how the answer is shown. */
final class Server {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "${TOKENROUTER_URL:-http://localhost:8080}",
            description = "The server (default: TOKENROUTER_URL, else%nhttp://localhost:8080).")
    private URI url = URI.create("http://localhost:8080");

    @Option(
            names = "--session-file",
            paramLabel = "FILE",
            description = "Where sign-in keeps its sessions, for their owner only"
                    + " (default: tokenrouter/sessions in XDG_CONFIG_HOME, else in ~/.config).")
    private @Nullable Path sessionFile;

    @Option(
            names = "--token",
            hidden = true,
            defaultValue = "${TOKENROUTER_TOKEN:-}",
            description = "Of a session, instead of the one that sign-in kept; others see it in the list of processes.")
    private String token = "";

    @Option(names = "--json", description = "Print the server's answer whole, as JSON.")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    /** Without a path. */
    URI url() {
        if (url.getHost() == null || !String.valueOf(url.getScheme()).matches("https?")) {
            throw new ParameterException(commandLine(), "--url must be like http://localhost:8080, not '" + url + "'");
        }
        return url.resolve("/");
    }

    /** Whether it answers at an address that only this machine has. */
    boolean isHere() {
        return Loopback.isNamedBy(url());
    }

    SessionFile sessions() {
        return sessionFile == null ? SessionFile.of(System.getenv()) : new SessionFile(sessionFile.toAbsolutePath());
    }

    /** The token of whoever types; empty for nobody. */
    String token() {
        return token.isEmpty() ? sessions().token(url()).orElse("") : token;
    }

    /**
     * Asks the server for something and shows it.
     *
     * @param show not needed for {@code --json}
     */
    int show(Function<AdminApi, JsonNode> ask, BiConsumer<JsonNode, PrintWriter> show) {
        return showAs(token(), ask, show);
    }

    /** The same with another token. */
    int showAs(String session, Function<AdminApi, JsonNode> ask, BiConsumer<JsonNode, PrintWriter> show) {
        try (AdminApi api = new AdminApi(url(), session)) {
            JsonNode answer = ask.apply(api);
            PrintWriter out = commandLine().getOut();
            if (!json) {
                show.accept(answer, out);
            } else if (!answer.isMissingNode()) {
                out.println(answer.toPrettyString());
            }
            out.flush();
            return CommandLine.ExitCode.OK;
        }
    }

    /** Says something to whoever reads along, which is no part of what the command gives. */
    void note(String text) {
        commandLine().getErr().println(text);
    }

    CommandLine commandLine() {
        if (command == null) {
            throw new IllegalStateException("used outside a command");
        }
        return command.commandLine();
    }
}
