package io.tokenrouter.app.remote;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tokenrouter sign-in}. */
@Command(
        name = "sign-in",
        description = "Begin a session, which the other commands use until it ends. The password is asked for, and kept"
                + " nowhere.",
        sortOptions = false,
        usageHelpAutoWidth = true)
final class SignInCommand implements Callable<Integer> {

    static final String SESSION = "/api/admin/session";

    @Mixin
    private Server server = new Server();

    @Option(names = "--name", defaultValue = "admin", description = "Whose session (default: ${DEFAULT-VALUE}).")
    private String name = "";

    @Option(names = "--password-stdin", description = "Read the password from the standard input, for scripts.")
    private boolean fromStandardInput;

    @Override
    public Integer call() {
        String password = fromStandardInput ? line() : typed();
        return server.showAs(
                "",
                api -> begin(api, password),
                (answer, out) -> out.println("Signed in as " + Columns.text(answer.path("name")) + ", "
                        + Columns.text(answer.path("role")) + "; the session is kept in " + server.sessions()));
    }

    private JsonNode begin(AdminApi api, String password) {
        JsonNode session = api.post(SESSION, Map.of("name", name, "password", password));
        if (session.path("must_change_password").asBoolean(false)) {
            throw new RemoteException(
                    "this is a one-time password; choose one of your own first, at " + server.url() + " in a browser");
        }
        server.sessions().keep(server.url(), session.path("token").asString());
        return told(session);
    }

    /** The token is for the file alone. */
    private static JsonNode told(JsonNode session) {
        if (session instanceof ObjectNode fields) {
            fields.remove("token");
        }
        return session;
    }

    private static String typed() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            throw new RemoteException("there is no terminal to ask for the password at; see --password-stdin");
        }
        char[] password = console.readPassword("Password: ");
        return password == null ? "" : new String(password);
    }

    private static String line() {
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new RemoteException("cannot read the password: " + e.getMessage());
        }
    }
}
