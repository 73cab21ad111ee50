package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.ScriptedEngine;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Large requests that take long to prepare hold up no small one, and are refused when too many of them wait. */
class FairnessTest {

    private static final String PADDING = ", \"metadata\": {\"x\": \"" + "x".repeat(20_000) + "\"}";

    private final CountDownLatch gate = new CountDownLatch(1);

    /** Waits at the gate with a message that says so. */
    private final ChatTemplate slow = (messages, tools, arguments) -> {
        if (messages.getFirst().get("content").equals("wait")) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return Catalogs.TEMPLATE.render(messages, tools, arguments);
    };

    @Test
    void smallRequestsPassLargeOnes() {
        Map<String, Object> oneRunsAndOneWaits =
                Map.of("tokenrouter.api.preparing-large", 1, "tokenrouter.api.preparing-large-queue", 1);
        try (ScriptedEngine engine = new ScriptedEngine(request -> Scripts.sum());
                ApiServer server = new ApiServer(engine, Catalogs.duo(slow), oneRunsAndOneWaits);
                HttpClient http = HttpClient.newHttpClient()) {
            List<CompletableFuture<HttpResponse<String>>> large = Stream.of(1, 2, 3)
                    .map(i -> send(http, server, "wait", PADDING))
                    .toList();
            CompletableFuture<HttpResponse<String>> first = new CompletableFuture<>();
            large.forEach(each -> each.thenAccept(first::complete));
            HttpResponse<String> refused = first.join();

            assertThat(send(http, server, "hi", "").join().statusCode()).isEqualTo(200);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("server_overloaded");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();

            gate.countDown();
            assertThat(large.stream().map(each -> each.join().statusCode())).containsExactlyInAnyOrder(200, 200, 503);
        }
    }

    @Test
    void bodiesThatAreStillBeingSentTakeNoMoreMemoryThanTheyMay() throws Exception {
        try (ScriptedEngine engine = new ScriptedEngine(request -> Scripts.sum());
                ApiServer server = new ApiServer(engine, Catalogs.duo(), Map.of("tokenrouter.api.bodies", "24KB"));
                HttpClient http = HttpClient.newHttpClient()) {
            Socket slow = beginBody(server);
            HttpResponse<String> large = send(http, server, "hi", PADDING).join();
            while (large.statusCode() == 200) {
                // the large one may have been read before the slow one began, which was refused then
                if (slow.getInputStream().available() > 0) {
                    slow.close();
                    slow = beginBody(server);
                }
                large = send(http, server, "hi", PADDING).join();
            }

            assertThat(large.statusCode()).isEqualTo(503);
            assertThat(send(http, server, "hi", "").join().statusCode()).isEqualTo(200);

            slow.close();
            while (large.statusCode() == 503) {
                large = send(http, server, "hi", PADDING).join();
            }
            assertThat(large.statusCode()).isEqualTo(200);
        }
    }

    /** A request of which one byte of the body is sent. */
    private static Socket beginBody(ApiServer server) throws IOException {
        Socket slow = new Socket("127.0.0.1", server.port());
        slow.getOutputStream()
                .write(("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                + "Content-Length: 20000\r\n\r\n{")
                        .getBytes(StandardCharsets.UTF_8));
        return slow;
    }

    @Test
    void aSenderThatFallsSilentIsLeft() throws Exception {
        try (ScriptedEngine engine = new ScriptedEngine(request -> Scripts.sum());
                ApiServer server = new ApiServer(engine, Map.of("tokenrouter.web.read-timeout", "100ms"));
                Socket silent = new Socket("127.0.0.1", server.port())) {
            silent.setSoTimeout(600_000);
            silent.getOutputStream()
                    .write(
                            ("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                            + "Content-Length: 100\r\n\r\n{")
                                    .getBytes(StandardCharsets.UTF_8));

            assertThat(new String(silent.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 408");
        }
    }

    private static CompletableFuture<HttpResponse<String>> send(
            HttpClient http, ApiServer server, String content, String more) {
        return http.sendAsync(
                HttpRequest.newBuilder(URI.create(server.url() + "/v1/chat/completions"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"model\": \"duo\", \"messages\": [{\"role\": \"user\", \"content\": \"" + content
                                        + "\"}]" + more + "}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
