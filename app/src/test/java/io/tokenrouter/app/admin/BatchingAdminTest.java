package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Batching of the demo pair through the admin API. */
class BatchingAdminTest {

    private static final String DEMO = "/api/admin/batching/demo";
    private static final String CURVES = "/api/admin/batching/whatif?small=6,0&large=25,0&";

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private AdminClient admin;

    @BeforeEach
    void connect() {
        admin = new AdminClient(server.uri(), server.adminToken());
    }

    @AfterEach
    void leaveItToTuneItself() throws Exception {
        admin.pin("demo", "*", "{\"mode\": \"self-tuned\"}");
        admin.close();
    }

    @Test
    void everyPairSaysHowItsModelsFormBatches() throws Exception {
        JsonNode pair = admin.get("/api/admin/batching").body().path("pairs").path(0);

        assertThat(pair.path("pair").asString()).isEqualTo("demo");
        assertThat(pair.path("takes_turns").asBoolean())
                .as("both models share the processor")
                .isTrue();
        assertThat(pair.path("mode").asString()).isEqualTo("self-tuned");
        assertThat(pair.path("models").path(0).path("role").asString()).isEqualTo("small");
        assertThat(pair.path("models").path(1).path("model").asString()).isEqualTo("demo-large");
        assertThat(pair.path("models").path(1).path("max_rows").asInt()).isPositive();
        assertThat(pair.path("now").has("predicted_tokens_per_second")).isTrue();
    }

    @Test
    void aPinIsInForceAtOnceAndHasAVersion() throws Exception {
        Answer before = admin.get(DEMO);
        Answer pinned = admin.pin(
                "demo",
                before.etag(),
                "{\"mode\": \"pinned\", \"policy\": \"shared-threshold\", \"threshold\": 3, \"requests\": 8}");

        assertThat(pinned.status()).as(pinned.body().toString()).isEqualTo(200);
        assertThat(pinned.etag()).isNotEqualTo(before.etag());
        assertThat(pinned.body().path("settings").asString()).startsWith("large from ");
        assertThat(admin.get(DEMO).body().path("mode").asString()).isEqualTo("pinned");
        assertThat(admin.get(DEMO).body().path("options").path("threshold").asInt())
                .isEqualTo(3);
        assertThat(pinned.body().path("changes").path(0).path("author").asString())
                .isEqualTo("operator");
        assertThat(text("/metrics"))
                .contains(
                        "tokenrouter_batching_policy{pair=\"demo\",policy=\"shared-threshold\"} 1.0",
                        "tokenrouter_batching_policy{pair=\"demo\",policy=\"greedy\"} 0.0",
                        "tokenrouter_batching_pinned{pair=\"demo\"} 1.0",
                        "tokenrouter_predicted_tokens_per_second{pair=\"demo\"}",
                        "tokenrouter_measured_tokens_per_second{pair=\"demo\"}");
    }

    @Test
    void theAnswerToAChangeTellsWhatIsInForceNow() throws Exception {
        String pin = "{\"mode\": \"pinned\", \"policy\": \"minimum-batch\", \"large\": {\"rows\": 3}}";
        Answer pinned = admin.pin("demo", "*", pin);
        assertThat(pinned.body().path("policy").asString()).isEqualTo("minimum-batch");
        assertThat(pinned.body().path("reason").asString()).isEqualTo("set by an operator");

        Answer again = admin.pin("demo", pinned.etag(), pin);
        assertThat(again.etag()).as("nothing new was decided").isEqualTo(pinned.etag());
        assertThat(again.body().path("changes")).isEqualTo(pinned.body().path("changes"));

        Answer released = admin.pin("demo", pinned.etag(), "{\"mode\": \"self-tuned\"}");
        assertThat(released.body().path("mode").asString()).isEqualTo("self-tuned");
        assertThat(released.body().path("reason").asString()).isEqualTo("was set by an operator before");
        assertThat(released.etag()).isNotEqualTo(pinned.etag());
    }

    @Test
    void aStaleChangeIsRefusedWithBothVersions() throws Exception {
        String seen = admin.get(DEMO).etag();
        String first = admin.pin("demo", seen, "{\"mode\": \"pinned\", \"policy\": \"greedy\"}")
                .etag();
        Answer second = admin.pin("demo", seen, "{\"mode\": \"self-tuned\"}");

        assertThat(second.status()).isEqualTo(412);
        assertThat(second.contentType()).startsWith("application/problem+json");
        assertThat("\"" + second.body().path("current_version").asInt() + "\"").isEqualTo(first);
        assertThat("\"" + second.body().path("your_version").asInt() + "\"").isEqualTo(seen);
        assertThat(admin.get(DEMO).body().path("mode").asString()).isEqualTo("pinned");
    }

    @Test
    void aChangeMustSayWhatItChanges() throws Exception {
        Answer answer = admin.put(DEMO, "{\"mode\": \"self-tuned\"}", "Content-Type", "application/json");
        assertThat(answer.status()).isEqualTo(428);
        assertThat(answer.body().path("detail").asString()).contains("If-Match");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"mode": "wild"}                                                          | mode
            {"mode": "pinned"}                                                        | policy
            {"mode": "pinned", "policy": "fast"}                                      | policy
            {"mode": "pinned", "policy": "index-hold", "theta": 1}                    | policy
            {"mode": "pinned", "policy": "greedy", "theta": 1}                        | theta
            {"mode": "pinned", "policy": "minimum-batch", "large": {"rows": 0}}       | large.rows
            {"mode": "pinned", "policy": "minimum-batch", "large": {"rows": "2"}}     | large.rows
            {"mode": "pinned", "policy": "minimum-batch", "small": {"max_wait_ms": 1e9}} | small.max_wait_ms
            {"mode": "pinned", "policy": "minimum-batch", "small": 3}                 | small
            {"mode": "pinned", "policy": "shared-threshold", "threshold": 9, "requests": 8} | threshold
            {"mode": "self-tuned", "theta": 1}                                        | theta
            []                                                                        | body
            {"mode"                                                                   | body
            """)
    void aWrongChangeNamesItsField(String body, String field) throws Exception {
        Answer answer = admin.pin("demo", "*", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.body().path("field").asString()).isEqualTo(field);
        assertThat(answer.body().path("detail").asString()).containsIgnoringCase(field);
        assertThat(admin.get(DEMO).body().path("mode").asString()).isEqualTo("self-tuned");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"mode": "pinned" "policy": "greedy"}   | The body is not valid JSON at line 1, column 19
            {"mode"                                 | it ends too early
            {"mode": "self-tuned"} {}               | nothing may follow the object
            {"mode": "pinned", "mode": "self-tuned"} | The body names a field twice at line 1
            {"mode": "pinned", "policy": "minimum-batch", "small": {"rows": 2, "rows": 3}} | twice
            """)
    void aBodyThatIsNoObjectIsToldWhere(String body, String detail) throws Exception {
        assertThat(admin.pin("demo", "*", body).body().path("detail").asString())
                .contains(detail);
    }

    @Test
    void aWeakTagMatchesNothing() throws Exception {
        Answer answer =
                admin.pin("demo", "W/" + admin.get(DEMO).etag(), "{\"mode\": \"pinned\", \"policy\": \"greedy\"}");
        assertThat(answer.status()).isEqualTo(412);
        assertThat(admin.get(DEMO).body().path("mode").asString()).isEqualTo("self-tuned");
    }

    @Test
    void pagesOfOtherSitesChangeNothing() throws Exception {
        String body = "{\"mode\": \"pinned\", \"policy\": \"greedy\"}";
        String[][] foreign = {{"Sec-Fetch-Site", "cross-site"}, {"Origin", "http://evil.example"}, {"Origin", "null"}};
        for (String[] header : foreign) {
            Answer answer =
                    admin.put(DEMO, body, "Content-Type", "application/json", "If-Match", "*", header[0], header[1]);
            assertThat(answer.status()).as(header[0]).isEqualTo(403);
        }
        assertThat(admin.put(DEMO, body, "Content-Type", "text/plain", "If-Match", "*")
                        .status())
                .as("a form of another site can send this type")
                .isEqualTo(415);
        assertThat(admin.get(DEMO).body().path("mode").asString()).isEqualTo("self-tuned");

        String own = server.uri().toString();
        assertThat(admin.put(DEMO, body, "Content-Type", "application/json", "If-Match", "*", "Origin", own)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatIfAnswersForGivenStepTimes() throws Exception {
        JsonNode forecasts = admin.get(CURVES + "requests=1,16&share=0.1&device=shared")
                .body()
                .path("forecasts");

        assertThat(forecasts.size()).isEqualTo(2);
        JsonNode sixteen = forecasts.path(1);
        assertThat(sixteen.path("settings").asString()).isEqualTo("large from 9");
        assertThat(sixteen.path("gain").asDouble()).isBetween(1.0, 1.2);
        assertThat(sixteen.path("tuned").path("tokens_per_second_each").asDouble())
                .isCloseTo(sixteen.path("tuned").path("tokens_per_second").asDouble() / 16, within(1e-6));
        assertThat(sixteen.path("tuned").path("p99_gap_millis").asDouble()).isPositive();
        assertThat(sixteen.path("one_at_a_time").path("p99_gap_millis").isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            requests=0             | requests
            requests=x             | requests
            requests=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17 | requests
            share=2                | share
            share=much             | share
            device=gpu             | device
            overlap=2              | overlap
            catch_up=1             | catch_up
            p99=0                  | p99
            noise=9                | noise
            catchup=1,1            | catchup
            """)
    void whatIfNamesTheParameterThatIsWrong(String parameter, String field) throws Exception {
        Answer answer = admin.get(CURVES + parameter);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
        assertThat(answer.body().path("field").asString()).isEqualTo(field);
        assertThat(answer.body().path("detail").asString()).contains(field);
    }

    @Test
    void whatIsNotThereIsAProblemToo() throws Exception {
        assertThat(admin.get("/api/admin/batching/nobody").status()).isEqualTo(404);
        assertThat(admin.pin("nobody", "*", "{\"mode\": \"self-tuned\"}").status())
                .isEqualTo(404);
        assertThat(admin.get("/api/admin/batching/whatif?pair=nobody").status()).isEqualTo(404);
        Answer nothing = admin.get("/api/admin/nothing");
        assertThat(nothing.status()).isEqualTo(404);
        assertThat(nothing.contentType()).startsWith("application/problem+json");
    }

    private static String text(String path) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = server.uri().resolve(path);
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
