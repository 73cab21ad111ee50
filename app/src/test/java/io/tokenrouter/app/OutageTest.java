package io.tokenrouter.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.PostgresCrash;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.postgres.DatabaseLocation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The demo pair goes on writing while its Postgres is gone; what happened meanwhile is in the database afterwards. */
class OutageTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern ID = Pattern.compile("\"id\":\"(cmpl-[0-9a-f]+)\"");

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void generationNeedsNoDatabase() throws Exception {
        DatabaseLocation location = server.server().database().location();
        Path configuration = Path.of(query(location, "SHOW data_directory")).resolve("postgresql.conf");
        Path hidden = configuration.resolveSibling("hidden.conf");
        String samplesBefore = query(location, "SELECT coalesce(max(starts_at), 'epoch') FROM model_throughput");
        String lostBefore = meter("tokenrouter_records_dropped_total");
        List<String> ids = new ArrayList<>();

        try (BufferedReader stream = openStream()) {
            ids.add(id(stream.readLine()));
            // without its settings it cannot be started again, until they are back
            Files.move(configuration, hidden);
            try {
                PostgresCrash.of(server.server().database());

                assertThat(stream.lines())
                        .as("the answer that was being written")
                        .contains("data: [DONE]");
                await(() -> meter("tokenrouter_database_up").equals("0.0"));
                for (int i = 0; i < 3; i++) {
                    HttpResponse<String> answer = complete("\"max_tokens\": 20");
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                    ids.add(id(answer.body()));
                }
                assertThat(get("/health").statusCode()).isEqualTo(200);
                assertThat(get("/actuator/health").body()).contains("DEGRADED");
                assertThat(get("/actuator/health/db").body()).contains("DEGRADED");
                for (String group : List.of("liveness", "readiness", "models")) {
                    assertThat(get("/actuator/health/" + group).statusCode())
                            .as(group)
                            .isEqualTo(200);
                }
            } finally {
                Files.move(hidden, configuration);
            }
        }

        await(() -> meter("tokenrouter_database_up").equals("1.0"));
        String known = "SELECT count(*) FROM generations WHERE request_id IN ('" + String.join("', '", ids) + "')";
        await(() -> query(location, known).equals("4"));
        await(() -> !query(location, "SELECT max(starts_at) > '" + samplesBefore + "' FROM model_throughput")
                .equals("f"));
        assertThat(meter("tokenrouter_records_dropped_total")).isEqualTo(lostBefore);
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static String query(DatabaseLocation location, String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                ResultSet rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    private String meter(String name) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    private static String id(String answer) {
        Matcher id = ID.matcher(answer);
        assertThat(id.find()).as(answer).isTrue();
        return id.group(1);
    }

    private BufferedReader openStream() throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(
                completion("\"stream\": true, \"ignore_eos\": true, \"max_tokens\": 400"),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    private HttpResponse<String> complete(String fields) throws IOException, InterruptedException {
        return client.send(completion(fields), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.uri().resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest completion(String fields) {
        return HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"demo\", \"prompt\": \"Lena has 168 buttons.\", \"temperature\": 0, " + fields
                                + "}"))
                .build();
    }
}
