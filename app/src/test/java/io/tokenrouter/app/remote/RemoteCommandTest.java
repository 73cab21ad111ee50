package io.tokenrouter.app.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands, typed at a running server. */
class RemoteCommandTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.withKeys();

    @TempDir
    Path folder;

    @Test
    void aSessionBeginsServesTheOtherCommandsAndEnds() throws Exception {
        Said before = type("models", "list");
        assertThat(before.exitCode()).isEqualTo(1);
        assertThat(before.err()).startsWith("tokenrouter: nobody is signed in").hasLineCount(1);

        Said wrong = typeWithPassword("not the password", "sign-in", "--password-stdin");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err()).contains("password").hasLineCount(1);
        assertThat(sessions()).doesNotExist();

        Said begun = typeWithPassword(SignIn.PASSWORD, "sign-in", "--password-stdin", "--json");
        assertThat(begun.exitCode()).as(begun.err()).isZero();
        assertThat(begun.out()).contains("\"name\" : \"admin\"").doesNotContain("trs_");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sessions())))
                .isEqualTo("rw-------");

        assertThat(type("models", "list").out()).contains("demo-small", "demo-large", "serving");
        assertThat(type("models", "show", "demo-small").out()).contains("state: serving", "architecture: llama");
        assertThat(type("pairs", "list").out()).contains("demo", "demo-small", "uncertainty");
        assertThat(type("policies", "list").out()).contains("uncertainty", "enter");
        assertThat(type("policies", "versions", "uncertainty").out()).contains("version");
        assertThat(type("models", "show", "nobody").err())
                .contains("no model with this id")
                .hasLineCount(1);

        assertThat(type("sign-out").exitCode()).isZero();
        assertThat(type("models", "list").err()).contains("nobody is signed in");
    }

    @Test
    void aKeyIsMadeSeenAndRevoked() throws Exception {
        Said made = asAdmin("keys", "create", "from a terminal", "--models", "demo,demo-small", "--json");
        assertThat(made.exitCode()).as(made.err()).isZero();
        JsonNode told = JsonMapper.shared().readTree(made.out());
        String id = told.at("/key/id").stringValue();
        assertThat(told.path("secret").stringValue()).startsWith("tr-");

        assertThat(asAdmin("keys", "list").out()).contains(id, "from a terminal", "demo, demo-small");
        assertThat(asAdmin("keys", "revoke", id).exitCode()).isZero();
        assertThat(asAdmin("keys", "list").out().lines().filter(line -> line.contains(id)))
                .singleElement()
                .asString()
                .contains("revoked");
        assertThat(asAdmin("keys", "revoke", "no-id").exitCode()).isEqualTo(1);
    }

    @Test
    void aRequestIsListedAndShownAndOneThatIsNotThereIsNotCancelled() throws Exception {
        String secret =
                asAdmin("keys", "create", "lister", "--models", "demo").out().strip();
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                                .header("Content-Type", "application/json")
                                .header("Authorization", "Bearer " + secret)
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"model\": \"demo\", \"prompt\": \"1 + 1\", \"max_tokens\": 3}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);

        String row = asAdmin("requests", "list")
                .out()
                .lines()
                .filter(line -> line.contains("lister"))
                .findFirst()
                .orElseThrow();
        assertThat(row).contains("demo");
        String id = row.substring(0, row.indexOf(' '));
        assertThat(asAdmin("requests", "show", id).out()).contains("id: " + id, "hops:", "model: demo-small");
        Said nothing = asAdmin("requests", "cancel", new UUID(0, 1).toString(), "--reason", "too long");
        assertThat(nothing.exitCode()).isEqualTo(1);
        assertThat(nothing.err())
                .contains("No generation with this id runs or is kept")
                .hasLineCount(1);
    }

    /** So that {@code KEY=$(./tokenrouter keys create ...)} has the key. */
    @Test
    void aNewKeyIsAllThatItsCommandGives() {
        Said made = asAdmin("keys", "create", "for a script", "--models", "demo");
        assertThat(made.out().strip()).matches("tr-\\S+");
        assertThat(made.err()).startsWith("This key is shown once; its id is ").hasLineCount(1);
    }

    @Test
    void whoLooksForABuiltInAlgorithmAmongThePoliciesIsToldWhereItIs() {
        assertThat(asAdmin("policies", "show", "fuse").err())
                .contains("'fuse' is a built-in algorithm")
                .hasLineCount(1);
    }

    @Test
    void sessionsThatOthersCanReadAreNotBelieved() throws Exception {
        Files.writeString(sessions(), uri() + " trs_x\n");
        Files.setPosixFilePermissions(sessions(), PosixFilePermissions.fromString("rw-r--r--"));
        Said said = type("models", "list");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).contains("others can read").hasLineCount(1);
    }

    @Test
    void whatIsShownOfAModelAPairAndAPolicyIsNoJsonUnlessThatIsAskedFor() {
        for (List<String> one : List.of(
                List.of("models", "show", "demo-small"),
                List.of("pairs", "show", "demo"),
                List.of("policies", "show", "uncertainty"),
                List.of("pairs", "list"),
                List.of("policies", "list"))) {
            Said said = asAdmin(one.toArray(String[]::new));
            assertThat(said.exitCode()).as(said.err()).isZero();
            assertThat(said.out()).as(one.toString()).doesNotContain("{", "}", "[", "\"");
        }
        assertThat(asAdmin("pairs", "show", "demo", "--json").out()).startsWith("{");
    }

    private Path sessions() {
        return folder.resolve("sessions");
    }

    private static URI uri() {
        return server.uri().resolve("/");
    }

    private Said type(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--url", server.uri().toString(), "--session-file", sessions().toString()));
        return Said.by(all);
    }

    private Said asAdmin(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", server.uri().toString(), "--token", server.adminToken()));
        return Said.by(all);
    }

    private Said typeWithPassword(String password, String... words) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream((password + "\n").getBytes(StandardCharsets.UTF_8)));
        try {
            return type(words);
        } finally {
            System.setIn(before);
        }
    }
}
