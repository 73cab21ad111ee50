package io.tokenrouter.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tokenrouter.app.fixtures.ServerProcess;
import io.tokenrouter.app.fixtures.SignIn;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.postgres.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a process of its own can show: the environment, signals, exit codes, and what is left behind. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeProcessTest {

    private static final String[] OPTIONS = {"--port", "0", "--data", "data", "--kv-memory", "64m"};

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void servesAsTypedRefusesASecondServerAndEndsWithItsLastAnswer() throws Exception {
        Files.writeString(folder.resolve("application.properties"), "server.port=1\n");
        try (ServerProcess server =
                ServerProcess.start(folder, Map.of("SERVER_PORT", "2", "TOKENROUTER_DRAIN_LIMIT", "10m"), OPTIONS)) {
            URI uri = server.awaitReady();
            assertThat(uri.getPort()).isGreaterThan(2);
            String oneTime = server.awaitOneTimePassword();
            ProcessHandle postgres = postgres().orElseThrow();

            try (ServerProcess second = ServerProcess.start(folder, Map.of(), OPTIONS)) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.output())
                        .singleElement()
                        .asString()
                        .startsWith("tokenrouter: the data folder ")
                        .contains("is in use by another TokenRouter server (process " + server.pid() + ")");
            }

            HttpResponse<Stream<String>> answer = client.send(longStream(uri), BodyHandlers.ofLines());
            Iterator<String> lines = answer.body().iterator();
            String first = lines.next();
            while (first.isEmpty() || first.startsWith(":")) {
                first = lines.next();
            }
            assertThat(first).startsWith("data: {");
            // Not INT: whoever runs the tests in the background has it ignored, and a child inherits that.
            server.signal("TERM");
            String last = "";
            while (lines.hasNext()) {
                String line = lines.next();
                last = line.isEmpty() ? last : line;
            }

            assertThat(last).isEqualTo("data: [DONE]");
            assertThat(server.awaitExit()).isZero();
            assertThat(server.output()).contains("Stopping");
            assertThat(server.output())
                    .filteredOn(line -> line.contains(oneTime))
                    .as("lines with the one-time password")
                    .hasSize(1);
            assertNothingIsLeft(postgres);
            assertIsInNoFile(oneTime);
        }
    }

    @Test
    void aLostPasswordIsReplacedWhetherTheServerRunsOrNot() throws Exception {
        String whileItRuns;
        try (ServerProcess server = ServerProcess.start(folder, Map.of(), OPTIONS)) {
            URI uri = server.awaitReady();
            SignIn.first(uri, server.awaitOneTimePassword());
            whileItRuns = resetPassword();

            SignIn.choose(uri, "admin", whileItRuns, "another one of my own");
            server.signal("TERM");
            assertThat(server.awaitExit()).isZero();
        }
        String afterwards = resetPassword();
        assertThat(folder.resolve("data/postgres/cluster/postmaster.pid")).doesNotExist();
        try (ServerProcess server = ServerProcess.start(folder, Map.of(), OPTIONS)) {
            URI uri = server.awaitReady();
            SignIn.first(uri, afterwards);
            server.signal("TERM");
            assertThat(server.awaitExit()).isZero();
            assertThat(server.output()).as("accounts are there already").noneMatch(line -> line.contains("password"));
        }
        assertIsInNoFile(whileItRuns);
        assertIsInNoFile(afterwards);
    }

    @Test
    void aStopEndsTheStreamsOfOpenTabsInsteadOfWaitingForThem() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, Map.of(), OPTIONS)) {
            URI uri = server.awaitReady();
            HttpRequest tab = HttpRequest.newBuilder(uri.resolve("/console/events/batching"))
                    .header("Authorization", "Bearer " + SignIn.first(uri, server.awaitOneTimePassword()))
                    .build();
            Iterator<String> events =
                    client.send(tab, BodyHandlers.ofLines()).body().iterator();
            // each page's stream tells how many requests run as well; either may come first
            assertThat(events.next()).isIn("event:figures", "event:running");
            server.signal("TERM");

            // a stream that is cut off throws here
            events.forEachRemaining(line -> {});
            assertThat(server.awaitExit()).isZero();
            assertThat(sinceTheStop(server)).noneMatch(line -> line.contains("WARN"));
        }
    }

    @Test
    void whileItStopsItTakesNothingNewAndASecondSignalEndsItAtOnce() throws Exception {
        Map<String, String> patient = Map.of("TOKENROUTER_DRAIN_LIMIT", "10m");
        try (ServerProcess server = ServerProcess.start(folder, patient, OPTIONS)) {
            URI uri = server.awaitReady();
            ProcessHandle postgres = postgres().orElseThrow();
            List<CompletableFuture<HttpResponse<Stream<String>>>> streams = new ArrayList<>();
            // so much to write that it lasts far longer than what is looked at meanwhile
            for (int i = 0; i < 48; i++) {
                streams.add(client.sendAsync(stream(uri, 400, 8), BodyHandlers.ofLines()));
            }
            for (CompletableFuture<HttpResponse<Stream<String>>> stream : streams) {
                assertThat(stream.join().statusCode()).isEqualTo(200);
            }
            assertThat(status(uri, "/actuator/health/readiness")).isEqualTo(200);
            server.signal("TERM");
            server.awaitLine("Waiting for");

            assertThat(status(uri, "/actuator/health/readiness")).isEqualTo(503);
            assertThat(status(uri, "/health")).isEqualTo(503);
            assertThat(status(uri, "/actuator/health/liveness")).isEqualTo(200);
            HttpResponse<String> refused = client.send(longStream(uri), BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();

            server.signal("TERM");
            assertThat(server.awaitExit()).isEqualTo(130);
            assertThat(postgres.onExit().join().isAlive()).isFalse();
        }
    }

    @Test
    void streamsThatDoNotEndInTimeAreToldSo() throws Exception {
        Map<String, String> impatient = Map.of("TOKENROUTER_DRAIN_LIMIT", "1ms");
        try (ServerProcess server = ServerProcess.start(folder, impatient, OPTIONS)) {
            URI uri = server.awaitReady();
            // what others ask for keeps the answer from ending before the server is told to stop
            for (int i = 0; i < 16; i++) {
                client.sendAsync(stream(uri, 400, 8), BodyHandlers.discarding());
            }
            HttpResponse<Stream<String>> answer = client.send(stream(uri, 400, 8), BodyHandlers.ofLines());
            Iterator<String> lines = answer.body().iterator();
            lines.next();
            server.signal("TERM");
            List<String> rest = new ArrayList<>();
            lines.forEachRemaining(rest::add);

            assertThat(rest)
                    .filteredOn(line -> line.startsWith("data: "))
                    .last()
                    .asString()
                    .contains("The server ended the generation.");
            assertThat(server.awaitExit()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Making the database", "Starting Postgres", "Loading demo-small"})
    void aStopDuringTheStartLeavesNothing(String moment) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, Map.of(), OPTIONS)) {
            server.awaitLine(moment);
            server.signal("TERM");

            assertThat(server.awaitExit()).isZero();
            assertThat(server.output())
                    .contains("Stopping")
                    .noneMatch(line -> line.contains("ERROR") || line.contains("\tat "));
            // a start that was quick may be over before it is told to stop
            assertThat(sinceTheStop(server)).noneMatch(line -> line.contains("is ready"));
            assertThat(folder.resolve("data/postgres/cluster/postmaster.pid")).doesNotExist();
            assertThatCode(() -> Database.verifyFree(folder.resolve("data/postgres")))
                    .doesNotThrowAnyException();
        }
    }

    private static List<String> sinceTheStop(ServerProcess server) {
        List<String> output = server.output();
        return output.subList(output.indexOf("Stopping"), output.size());
    }

    private int status(URI uri, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri.resolve(path)).build(), BodyHandlers.discarding())
                .statusCode();
    }

    /** The control tokens, one of which ends an answer, are ruled out. */
    private static HttpRequest longStream(URI uri) {
        return stream(uri, 200, 1);
    }

    private static HttpRequest stream(URI uri, int tokens, int answers) {
        return HttpRequest.newBuilder(uri.resolve("/v1/completions"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"model": "demo", "prompt": "Lena has 168 buttons.", "stream": true, "max_tokens": %d, "n": %d,
                         "temperature": 0, "logit_bias": {"0": -100, "1": -100, "2": -100, "3": -100, "4": -100}}
                        """.formatted(tokens, answers)))
                .build();
    }

    private String resetPassword() {
        StringWriter said = new StringWriter();
        System.setProperty("tokenrouter.postgres.programs", TestFolders.POSTGRES_PROGRAMS.toString());
        int exitCode = ResetPassword.commandLine()
                .setOut(new PrintWriter(said, true))
                .execute("--data", folder.resolve("data").toString());
        assertThat(exitCode).isZero();
        return said.toString().replaceFirst("(?s).*with the password (\\S+) .*", "$1");
    }

    private void assertIsInNoFile(String secret) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .allSatisfy(file -> assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain(secret));
        }
    }

    private Optional<ProcessHandle> postgres() throws IOException {
        String pid = Files.readAllLines(folder.resolve("data/postgres/cluster/postmaster.pid"))
                .getFirst();
        return ProcessHandle.of(Long.parseLong(pid.strip()));
    }

    private void assertNothingIsLeft(ProcessHandle postgres) throws Exception {
        assertThat(postgres.onExit().join().isAlive()).isFalse();
        assertThat(folder.resolve("data/postgres/cluster/postmaster.pid")).doesNotExist();
        assertThatCode(() -> Database.verifyFree(folder.resolve("data/postgres")))
                .doesNotThrowAnyException();
    }
}
