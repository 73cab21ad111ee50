package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The moment of the whole server, on one that nobody else asks for anything. */
class OverviewAdminTest {

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass();

    @Test
    void whatWasWrittenIsCountedByPairAndByModelAndNothingIsLeftInAPlace() throws Exception {
        try (AdminClient admin = new AdminClient(server.uri(), server.adminToken());
                HttpClient http = HttpClient.newHttpClient()) {
            JsonNode before = admin.get("/api/admin/overview").body();
            assertThat(pair(before).path("newest").asString()).isEmpty();

            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"model\": \"demo\", \"prompt\": \"Omar has 268 tickets.\", \"max_tokens\": 150,"
                                            + " \"ignore_eos\": true}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            JsonNode written =
                    JsonMapper.shared().readTree(answer.body()).path("routing").path("completion_tokens");

            JsonNode after = whenNothingRuns(admin);
            int small = written.path("demo-small").asInt();
            int large = written.path("demo-large").asInt();
            assertThat(small + large).isEqualTo(150);
            assertThat(pair(after).path("small_tokens").asInt()).isEqualTo(small);
            assertThat(pair(after).path("large_tokens").asInt()).isEqualTo(large);
            assertThat(pair(after).path("newest").asString()).hasSize(110).matches("[sl]+");
            assertThat(model(after, "demo-small").path("written_tokens").asInt()
                            - model(before, "demo-small").path("written_tokens").asInt())
                    .isEqualTo(small);
            assertThat(model(after, "demo-small").path("steps").asInt()).isGreaterThanOrEqualTo(small);
            assertThat(model(after, "demo-small").path("busy_seconds").asDouble())
                    .isPositive();
            assertThat(after.path("unplaced").asInt()).isZero();
            assertThat(after.path("oldest_unplaced_millis").isNull()).isTrue();
        }
    }

    /** An answer may be read before the engine has put its generation away. */
    private static JsonNode whenNothingRuns(AdminClient admin) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        JsonNode moment = admin.get("/api/admin/overview").body();
        while (moment.path("requests").asInt() > 0) {
            assertThat(System.nanoTime()).as("it still runs: %s", moment).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            moment = admin.get("/api/admin/overview").body();
        }
        return moment;
    }

    private static JsonNode pair(JsonNode moment) {
        return moment.path("pairs").get(0);
    }

    private static JsonNode model(JsonNode moment, String id) {
        for (JsonNode model : moment.path("models")) {
            if (model.path("model").asString().equals(id)) {
                return model;
            }
        }
        throw new AssertionError("no model " + id + " in " + moment);
    }
}
