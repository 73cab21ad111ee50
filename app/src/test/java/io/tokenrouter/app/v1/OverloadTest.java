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

            int probes = 0;
            int refused = 0;
            // clients that are slow beside the engine overload it less: then more of them come
            while (probes < 3 || refused == 0) {
                List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
                for (int i = 0; i < OVERLOAD * (RUNNING + WAITING); i++) {
                    all.add(http.sendAsync(completion(server, i), HttpResponse.BodyHandlers.ofString()));
                }
                CompletableFuture<Void> last = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
                while (!last.isDone()) {
                    assertThat(probe(prober, server, "/health")).isEqualTo(200);
                    assertThat(probe(prober, server, "/actuator/health/liveness"))
                            .isEqualTo(200);
                    probes++;
                }
                List<Integer> accepted = rightOnes(all, unloaded);
                refused += all.size() - accepted.size();
                assertThat(accepted).hasSizeGreaterThanOrEqualTo(RUNNING + WAITING);
                engine.assertNothingIsHeld();
            }
        }
    }

    /** Those that were answered, as they would have been alone; the others were refused as they should. */
    private static List<Integer> rightOnes(List<CompletableFuture<HttpResponse<String>>> all, List<String> unloaded) {
        List<Integer> accepted = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            HttpResponse<String> answer = all.get(i).join();
            if (answer.statusCode() == 200) {
                accepted.add(i);
                assertThat(text(answer)).as("request %s", i).isEqualTo(unloaded.get(i % PROMPTS));
            } else {
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                assertThat(answer.body()).contains("\"server_overloaded\"");
                assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                        .isPositive();
            }
        }
        return accepted;
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
