package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.persistence.RecordUpkeep;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Signals on record, and thresholds that are chosen from them, over the admin API. */
class SignalsAdminTest {

    private static final String RECORDING = "/api/admin/signals/recording";
    private static final String CALIBRATIONS = "/api/admin/pairs/demo/calibrations";
    private static final String JSON = "application/json";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(300);

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass();

    private AdminClient admin;

    @BeforeEach
    void connect() {
        admin = new AdminClient(server.uri(), server.adminToken());
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        decide("*", 0, 256 << 20, 2_592_000);
        sql().update("DELETE FROM token_signals");
        admin.close();
    }

    @Test
    void anOperatorDecidesWhetherSignalsAreKept() throws Exception {
        Answer before = admin.get(RECORDING);
        assertThat(before.body().path("share").asDouble())
                .as("off unless somebody asks for it")
                .isZero();

        Answer decided = decide(before.etag(), 0.5, 2 << 20, 7_200);
        assertThat(decided.status()).as(decided.body().toString()).isEqualTo(200);
        assertThat(decided.body().path("share").asDouble()).isEqualTo(0.5);
        assertThat(admin.get(RECORDING).body()).isEqualTo(decided.body());
        assertThat(decide(before.etag(), 0.1, 2 << 20, 7_200).status()).isEqualTo(412);
        assertThat(admin.get("/api/admin/audit?topic=signals").body().toString())
                .contains("signals.recording", "\"share\":0.5");
        assertThat(admin.put(RECORDING, "{\"share\": 0}", "Content-Type", JSON).status())
                .isEqualTo(428);
    }

    @ParameterizedTest
    @CsvSource({
        "1.01, 2097152, 7200, share",
        "-0.1, 2097152, 7200, share",
        "0.5, 1048575, 7200, most_bytes",
        "0.5, 2097152, 3599, kept_seconds"
    })
    void settingsThatMakeNoSenseAreRefused(double share, long bytes, long seconds, String field) throws Exception {
        Answer refused = decide("*", share, bytes, seconds);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("field").asString()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"2097152.9, 7200, most_bytes", "2097152.0, 7200, most_bytes", "2097152, 7200.5, kept_seconds"})
    void wholeNumbersAreNotRounded(String bytes, String seconds, String field) throws Exception {
        String body = "{\"share\": 0.5, \"most_bytes\": %s, \"kept_seconds\": %s}".formatted(bytes, seconds);
        Answer refused = admin.put(RECORDING, body, "Content-Type", JSON, "If-Match", "*");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("field").asString()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"/api/admin/signals", "/api/admin/signals.csv"})
    void aMisspeltParameterIsRefused(String address) throws Exception {
        Answer refused = admin.get(address + "?pair=demo&request=5");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("field").asString()).isEqualTo("request");
    }

    @ParameterizedTest
    @CsvSource({
        "stepVerify, rubric, delimiter",
        "glimpse, delimiter, delimiter",
        "relay, open, close",
        "speculative, checkpoint, checkpoint"
    })
    void textsOfAPolicyAreNotOnRecord(String policy, String one, String other) throws Exception {
        decide("*", 1, 256 << 20, 2_592_000);
        String options = "{\"%s\": \"Marmaduke\\u0000\"%s}"
                .formatted(one, one.equals(other) ? "" : ", \"" + other + "\": \"Rosalinde\"");
        JsonNode request =
                onRecord(complete("Ann", "{\"policy\": \"%s\", \"options\": %s}".formatted(policy, options)));

        assertThat(request.path("algorithm").asString()).isEqualTo(policy);
        assertThat(request.toString()).doesNotContain("Marmaduke", "Rosalinde", one);
    }

    @Test
    void signalsOfAnAnswerAreOnRecordWithoutItsText() throws Exception {
        decide("*", 1, 256 << 20, 2_592_000);
        String id = complete("Marmaduke", 0);
        JsonNode request = onRecord(id);

        int positions = request.path("asked").asString().length();
        assertThat(request.path("asked").asString()).isEqualTo("s".repeat(positions));
        assertThat(request.path("writers").asString()).as("with threshold 0").isEqualTo("l".repeat(positions));
        assertThat(request.path("agreements").asString()).as("both were asked").matches("[=x]{" + positions + "}");
        for (String numbers : new String[] {"entropies", "top_probs", "margins"}) {
            assertThat(request.path(numbers).size()).as(numbers).isEqualTo(positions);
        }
        assertThat(request.path("scores").isNull()).as("no router head").isTrue();
        assertThat(request.toString()).doesNotContain("Marmaduke", "buttons");

        String csv = admin.text("/api/admin/signals.csv?pair=demo&requests=1000");
        assertThat(csv.lines().filter(line -> line.startsWith(id))).hasSize(positions);
        assertThat(csv).doesNotContain("Marmaduke", "NaN");
    }

    @Test
    void aThresholdIsChosenFromWhatIsOnRecord() throws Exception {
        assertThat(calibrate("{\"share\": 0.2}").status())
                .as("nothing is on record")
                .isEqualTo(409);
        decide("*", 1, 256 << 20, 2_592_000);
        onRecord(complete("Ann", 0));

        Answer none = calibrate("{\"policy\": \"uncertainty\", \"share\": 0}");
        assertThat(none.status()).as(none.body().toString()).isEqualTo(200);
        assertThat(none.body().at("/result/predicted/share/value").asDouble()).isZero();
        Answer half = calibrate("{\"policy\": \"uncertainty\", \"share\": 0.5}");
        double threshold = half.body().at("/result/threshold").asDouble();
        assertThat(threshold).isLessThan(none.body().at("/result/threshold").asDouble());
        assertThat(half.body().at("/result/option").asString()).isEqualTo("enter");
        assertThat(half.body().at("/result/options/enter").asDouble()).isEqualTo(threshold);
        assertThat(half.body().at("/result/predicted/requests").asInt()).isEqualTo(1);
        assertThat(half.body().at("/result/predicted/tokens").asInt()).isGreaterThan(5);
        assertThat(calibrate("{\"policy\": \"neural\", \"share\": 0.5}").status())
                .as("no router head read these rows")
                .isEqualTo(409);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | share",
                "{\"share\": 0.1, \"recall\": 0.9} | share",
                "{\"share\": 1.5} | share",
                "{\"share\": \"much\"} | share",
                "{\"accuracy_within\": 0.01} | accuracy_within",
                "{\"share\": 0.1, \"policy\": \"magic\"} | policy",
                "{\"share\": 0.1, \"policy\": \"fixed\"} | policy",
                "{\"share\": 0.1, \"policy\": \"a\", \"algorithm\": \"b\"} | algorithm",
                "{\"share\": 0.1, \"options\": {\"enter\": 1}} | options",
                "{\"share\": 0.1, \"policy\": \"momentum\"} | policy",
                "{\"share\": 0.1, \"held_out\": [{\"prompt\": \"a\"}]} | prompts",
                "{\"share\": 0.1, \"prompts\": [{\"prompt\": \"\"}]} | prompts[0]",
                "{\"share\": 0.1, \"prompts\": [{\"prompt\": \"a\"}], \"concurrency\": 1000} | concurrency",
                "{\"share\": 0.1, \"prompts\": [{\"prompt\": \"a\"}], \"max_tokens\": 0} | max_tokens",
                "{\"share\": 0.1, \"prompts\": [{\"prompt\": \"a\", \"answr\": \"7\"}]} | prompts[0]",
                "{\"recall\": 0.9, \"policy\": \"momentum\", \"prompts\": [{\"prompt\": \"a\"}]} | policy",
                "{\"accuracy_within\": 0.1, \"policy\": \"momentum\", \"prompts\": [{\"prompt\": \"a\", \"answer\": \"7\"}]} | policy",
                "{\"accuracy_within\": 0.1, \"policy\": \"uncertainty\", \"prompts\": [{\"prompt\": \"a\"}]} | prompts",
                "{\"accuracy_within\": 0.1, \"policy\": \"uncertainty\", \"prompts\": [{\"prompt\": \"a\", \"answer\": \"7\"}], \"held_out\": [{\"prompt\": \"a\"}]} | held_out",
                "{\"share\": 0.1, \"promts\": []} | promts"
            })
    void aQuestionThatMakesNoSenseIsRefused(String body, String field) throws Exception {
        Answer refused = calibrate(body);
        assertThat(refused.status()).as(refused.body().toString()).isEqualTo(400);
        assertThat(refused.body().path("field").asString()).isEqualTo(field);
    }

    @Test
    void promptsAreReplayedByAJobAndItsThresholdIsSavedAsAVersion() throws Exception {
        String prompts = """
                [{"prompt": "Lena has 168 buttons. She buys 76 more. How many buttons does Lena have now?", "answer": "244"},
                 {"prompt": "Tom has 12 apples. He gives 5 away. How many apples does Tom have now?", "answer": "7"}]
                """;
        Answer begun = calibrate(
                "{\"policy\": \"uncertainty\", \"share\": 0.3, \"prompts\": %s, \"held_out\": %s, \"max_tokens\": 60}"
                        .formatted(prompts, prompts));
        assertThat(begun.status()).as(begun.body().toString()).isEqualTo(202);
        JsonNode found = ended(begun);

        assertThat(found.path("state").asString()).as(found.toString()).isEqualTo("done");
        JsonNode result = found.path("result");
        assertThat(result.path("measured").path("share"))
                .as("greedy answers to the same prompts are the same")
                .isEqualTo(result.path("predicted").path("share"));
        assertThat(result.at("/predicted/accuracy/value").asDouble()).isBetween(0.0, 1.0);
        assertThat(admin.text("/api/admin/audit?topic=calibration&limit=1000"))
                .contains("calibration.begin", found.path("id").asString(), "\"held_out\":2")
                .doesNotContain("apples");
        assertThat(admin.get("/api/admin/pairs/other/calibrations/"
                                + found.path("id").asString())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aReplayThatCannotBeDoneSaysWhy() throws Exception {
        Answer begun = calibrate("{\"share\": 0.3, \"prompts\": [{\"prompt\": \"%s\"}], \"max_tokens\": 60}"
                .formatted("buttons ".repeat(2_000)));
        JsonNode found = ended(begun);

        assertThat(found.path("state").asString()).isEqualTo("failed");
        assertThat(found.path("error").asString()).startsWith("prompts[0] has ").contains("context");
    }

    @Test
    void whatIsTooOldOrTooMuchIsDeleted() throws Exception {
        decide("*", 0, 1 << 20, 7_200);
        insert("old", 8_000, 10, 2_100);
        insert("early", 400, 10, 2_100);
        insert("first", 300, 600_000, 1);
        insert("second", 200, 600_000, 1);
        insert("third", 100, 400_000, 1);
        ServerContext.of(server.server())
                .getBean("signalRetention", RecordUpkeep.class)
                .run(Instant.now().plus(Duration.ofMinutes(2)));

        assertThat(sql().queryForList("SELECT request_id FROM token_signals ORDER BY id", String.class))
                .containsExactly("second", "third");
    }

    private static void insert(String id, int secondsAgo, int bytes, int times) {
        sql().update("""
                        INSERT INTO token_signals (request_id, pair_id, small_model_id, large_model_id, algorithm, options,
                            ended_at, positions, omitted, bytes, asked, writers, agreements, entropies, top_probs, margins)
                        SELECT ?, 'demo', 's', 'l', 'fixed', '{}', now() - ? * interval '1 second', 1, 0, ?, 's', 's', '.',
                            '{1}', '{1}', '{1}' FROM generate_series(1, ?)
                        """, id, secondsAgo, bytes, times);
    }

    private static JdbcTemplate sql() {
        return ServerContext.of(server.server()).getBean(JdbcTemplate.class);
    }

    private Answer decide(String ifMatch, double share, long bytes, long seconds) throws Exception {
        String body = "{\"share\": %s, \"most_bytes\": %d, \"kept_seconds\": %d}".formatted(share, bytes, seconds);
        return admin.put(RECORDING, body, "Content-Type", JSON, "If-Match", ifMatch);
    }

    private Answer calibrate(String body) throws Exception {
        return admin.post(CALIBRATIONS, body, "Content-Type", JSON);
    }

    private JsonNode ended(Answer begun) throws Exception {
        String job = CALIBRATIONS + "/" + begun.body().path("id").asString();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        JsonNode now = begun.body();
        while (now.path("state").asString("").equals("running")) {
            assertThat(System.nanoTime()).as("it ends in time: %s", now).isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
            now = admin.get(job).body();
        }
        return now;
    }

    /** The signals of a request, once they are written. */
    private JsonNode onRecord(String id) throws Exception {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            for (JsonNode request : admin.get("/api/admin/signals?pair=demo&requests=1000")
                    .body()
                    .path("requests")) {
                if (id.equals(request.path("request_id").asString())) {
                    return request;
                }
            }
            assertThat(System.nanoTime()).as("it is written in time").isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** @return id of the answer, which is that of the request */
    private static String complete(String name, double threshold) throws Exception {
        return complete(name, "{\"policy\": \"uncertainty\", \"threshold\": %s}".formatted(threshold));
    }

    private static String complete(String name, String routing) throws Exception {
        String body = """
                {"model": "demo", "temperature": 0, "max_tokens": 40, "routing": %s,
                 "prompt": "%s has 168 buttons. She buys 76 more. How many buttons does %s have now?"}
                """.formatted(routing, name, name);
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                                .header("content-type", JSON)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body().replaceAll("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
    }
}
