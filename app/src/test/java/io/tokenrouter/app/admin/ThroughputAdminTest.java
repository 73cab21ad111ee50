package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Throughput of the demo pair through the admin API. */
class ThroughputAdminTest {

    private static final String THROUGHPUT = "/api/admin/throughput";
    private static final String RETENTION = THROUGHPUT + "/retention";
    private static final long PATIENCE_NANOS = 300_000_000_000L;

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private AdminClient admin;

    @BeforeEach
    void connect() {
        admin = new AdminClient(server.uri(), server.adminToken());
    }

    @AfterEach
    void disconnect() {
        admin.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?model=nope", ".csv?model=demo&model=nope"})
    void aModelThatThereIsNotIsNotFound(String query) throws Exception {
        Answer refused = admin.get(THROUGHPUT + query);
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.body().path("field").asString()).isEqualTo("model");
        assertThat(refused.body().path("detail").asString()).contains("'nope'", "demo", "demo-small");
    }

    @Test
    void whatWasWrittenIsInASampleSoonAfter() throws Exception {
        long before = tokens(admin.get(THROUGHPUT).body(), "demo-large");
        complete();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        JsonNode answer;
        do {
            LockSupport.parkNanos(200_000_000);
            assertThat(System.nanoTime()).as("a sample comes every ten seconds").isLessThan(deadline);
            answer = admin.get(THROUGHPUT).body();
        } while (tokens(answer, "demo-large") == before);

        assertThat(answer.path("step").asInt()).isEqualTo(10);
        assertThat(answer.path("stored").asBoolean()).isTrue();
        assertThat(answer.path("at").size()).isBetween(360, 361);
        JsonNode demo = target(answer, "demo");
        assertThat(demo.path("small").asString()).isEqualTo("demo-small");
        assertThat(demo.path("series").path("large_share").size())
                .isEqualTo(answer.path("at").size());
        assertThat(demo.path("totals").path("first_token_millis").path("p99").asDouble())
                .isPositive();
        JsonNode weeks = admin.get(THROUGHPUT + "?from="
                        + Instant.now().minus(Duration.ofDays(21)).truncatedTo(ChronoUnit.SECONDS))
                .body();
        assertThat(target(weeks, "demo")
                        .path("series")
                        .path("tokens_per_second")
                        .path("demo-small")
                        .path(0)
                        .isNull())
                .as("three weeks ago there was no server")
                .isTrue();
    }

    @Test
    void oneModelCanBeAskedForAlone() throws Exception {
        JsonNode answer = admin.get(THROUGHPUT + "?model=demo-small&step=60").body();
        assertThat(answer.path("step").asInt()).isEqualTo(60);
        for (JsonNode model : answer.path("models")) {
            assertThat(model.path("model").asString()).isEqualTo("demo-small");
        }
        for (JsonNode target : answer.path("targets")) {
            assertThat(target.path("target").asString()).isEqualTo("demo-small");
        }
    }

    @Test
    void theTableHasOneLineForEachPoint() throws Exception {
        HttpResponse<String> csv = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri().resolve(THROUGHPUT + ".csv"))
                                .header("Authorization", "Bearer " + server.adminToken())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(csv.headers().firstValue("content-type").orElse("")).startsWith("text/csv");
        assertThat(csv.body()
                        .lines()
                        .map(line -> line.chars().filter(c -> c == ',').count()))
                .as("columns")
                .isNotEmpty()
                .containsOnly(17L);
    }

    /** A number in braces is a time so many days ago. */
    @ParameterizedTest
    @CsvSource({
        "from=yesterday, from",
        "to=2026-13-01T00:00:00Z, to",
        "from={0}&to={0}, from",
        "from=1990-01-01T00:00:00Z, from",
        "step=5, step",
        "step=zehn, step",
        "from={29}&to={0}&step=60, step",
        "modell=demo, modell"
    })
    void aQuestionThatCannotBeAnsweredSaysWhichFieldIsWrong(String query, String field) throws Exception {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String days = Pattern.compile("\\{(\\d+)}")
                .matcher(query)
                .replaceAll(ago ->
                        now.minus(Duration.ofDays(Long.parseLong(ago.group(1)))).toString());
        Answer refused = admin.get(THROUGHPUT + "?" + days);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.contentType()).isEqualTo("application/problem+json");
        assertThat(refused.body().path("field").asString()).isEqualTo(field);
    }

    @Test
    void anOperatorDecidesHowLongWhatIsKept() throws Exception {
        Answer before = admin.get(RETENTION);
        Answer decided = decide(before.etag(), 172_800, 2_592_000, 31_536_000);
        assertThat(decided.status()).as(decided.body().toString()).isEqualTo(200);
        assertThat(decided.etag()).isNotEqualTo(before.etag());
        assertThat(admin.get(RETENTION).body()).isEqualTo(decided.body());
        assertThat(decided.body().path("origin").asString()).isEqualTo("operator");

        Answer late = decide(before.etag(), 604_800, 7_776_000, 34_560_000);
        assertThat(late.status()).isEqualTo(412);
        assertThat(late.body().has("current_version")).isTrue();
        assertThat(decide("*", 604_800, 7_776_000, 34_560_000).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "3599, 7776000, 34560000, samples_seconds",
        "604800, 604799, 34560000, minutes_seconds",
        "604800, 7776000, 999999999, hours_seconds"
    })
    void timesThatMakeNoSenseAreRefused(int samples, int minutes, int hours, String field) throws Exception {
        Answer refused = decide("*", samples, minutes, hours);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("field").asString()).isEqualTo(field);
    }

    @Test
    void aDecisionNeedsTheVersionThatWasSeenAndNothingElse() throws Exception {
        String body = "{\"samples_seconds\": 7200, \"minutes_seconds\": 7200, \"hours_seconds\": 7200%s}";
        assertThat(admin.put(RETENTION, body.formatted(""), "Content-Type", "application/json")
                        .status())
                .isEqualTo(428);
        assertThat(admin.put(
                                RETENTION,
                                body.formatted(", \"days\": 1"),
                                "Content-Type",
                                "application/json",
                                "If-Match",
                                "*")
                        .status())
                .isEqualTo(400);
    }

    private Answer decide(String ifMatch, int samples, int minutes, int hours) throws Exception {
        String body = "{\"samples_seconds\": %d, \"minutes_seconds\": %d, \"hours_seconds\": %d}"
                .formatted(samples, minutes, hours);
        return admin.put(RETENTION, body, "Content-Type", "application/json", "If-Match", ifMatch);
    }

    private static long tokens(JsonNode answer, String model) {
        return target(answer, "demo").path("totals").path("tokens").path(model).asLong(0);
    }

    private static JsonNode target(JsonNode answer, String id) {
        for (JsonNode target : answer.path("targets")) {
            if (target.path("target").asString().equals(id)) {
                return target;
            }
        }
        return answer.path("none");
    }

    private static void complete() throws Exception {
        String body = """
                {"model": "demo", "temperature": 0, "max_tokens": 60,
                 "prompt": "Lena has 168 buttons. She buys 76 more. She gives away 129. How many buttons does Lena have now?"}
                """;
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                                .header("content-type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }
}
