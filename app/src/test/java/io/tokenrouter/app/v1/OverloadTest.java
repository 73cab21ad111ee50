package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.runtime.EngineOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Ten times more requests at once than may run and wait. */
class OverloadTest {

    private static final int RUNNING = 4;
    private static final int WAITING = 4;
    private static final int OVERLOAD = 10;
    private static final int PROMPTS = 5;

    @Test
    void whatIsAcceptedIsRightTheRestIsRefusedAndProbesAreAnswered() throws Exception {
        EngineOptions limited = EngineOptions.DEFAULTS.withLimits(RUNNING, WAITING);
        try (DemoEngine engine = new DemoEngine(limited);
                ApiServer server = engine.serve(Map.of());
                HttpClient http = HttpClient.newHttpClient();
                HttpClient prober = HttpClient.newHttpClient()) {
            List<String> unloaded = new ArrayList<>();
            for (int i = 0; i < PROMPTS; i++) {
                unloaded.add(text(http.send(completion(server, i), HttpResponse.BodyHandlers.ofString())));
            }

            List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < OVERLOAD * (RUNNING + WAITING); i++) {
                all.add(http.sendAsync(completion(server, i), HttpResponse.BodyHandlers.ofString()));
            }
            int probes = 0;
            CompletableFuture<Void> last = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
            while (!last.isDone()) {
                assertThat(probe(prober, server, "/health")).isEqualTo(200);
                assertThat(probe(prober, server, "/actuator/health/liveness")).isEqualTo(200);
                probes++;
            }

            int accepted = 0;
            for (int i = 0; i < all.size(); i++) {
                HttpResponse<String> answer = all.get(i).join();
                if (answer.statusCode() == 200) {
                    accepted++;
                    assertThat(text(answer)).as("request %s", i).isEqualTo(unloaded.get(i % PROMPTS));
                } else {
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                    assertThat(answer.body()).contains("\"server_overloaded\"");
                    assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                            .isPositive();
                }
            }
            assertThat(accepted).isBetween(RUNNING + WAITING, all.size() - 1);
            assertThat(probes)
                    .as("probes that were answered while requests were still open")
                    .isGreaterThan(2);
            engine.assertNothingIsHeld();
        }
    }

    private static int probe(HttpClient http, ApiServer server, String path) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static HttpRequest completion(ApiServer server, int i) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/v1/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\": \"demo\", \"prompt\": \"Lena has "
                        + (i % PROMPTS) + " buttons.\", \"temperature\": 0, \"seed\": 7, \"max_tokens\": 150,"
                        + " \"ignore_eos\": true}"))
                .build();
    }

    private static String text(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body().replaceFirst("(?s).*\"text\":\"((?:[^\"\\\\]|\\\\.)*)\".*", "$1");
    }
}
