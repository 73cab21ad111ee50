package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.Script;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import io.tokenrouter.engine.runtime.EngineOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that do not read what they asked for are cut, hold nothing afterwards, and nobody else notices them. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlowReadersTest {

    private static final String ASKED = "{\"model\": \"demo\", \"prompt\": \"Lena has 168 buttons.\","
            + " \"temperature\": 0, \"seed\": 7, \"max_tokens\": 60, \"ignore_eos\": true}";

    /** More than the buffers of an operating system take: eight answers with all that can be told of their tokens. */
    private static final String LARGE =
            "{\"model\": \"demo\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}], \"n\": 8,"
                    + " \"max_tokens\": 400, \"ignore_eos\": true, \"logprobs\": true, \"top_logprobs\": 20,"
                    + " \"routing\": {\"trace\": true}, \"stream\": true}";

    /** Chunks of so many tokens are more than the buffers take, also where they come no faster than they are sent. */
    private static final int TOKENS = 100_000;

    @Test
    void aClientThatReadsNothingIsCutAndOthersGetTheirAnswers() throws Exception {
        try (DemoEngine engine = new DemoEngine(EngineOptions.DEFAULTS);
                ApiServer server = engine.serve(Map.of("tokenrouter.web.slow-reader", "200ms"));
                HttpClient http = HttpClient.newHttpClient()) {
            String alone = answer(http, server);
            try (Socket slow = RawRequest.post("/v1/chat/completions", LARGE).sendWithoutReading(server.port())) {
                // it may be over before anybody has looked
                while (engine.runningAndWaiting() == 0 && cuts(server, "output") == 0) {
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(answer(http, server)).isEqualTo(alone);
                engine.assertNothingIsHeld();

                awaitCut(server, "output");
                assertThat(isCut(slow)).isTrue();
            }
            assertThat(answer(http, server)).isEqualTo(alone);
        }
    }

    @Test
    void aStreamThatIsFarAheadOfItsClientIsCut() throws Exception {
        Script endless = Script.start().tokens("small", 0.1f, new LetterTokenizer().encode("x".repeat(TOKENS)));
        try (ScriptedEngine engine = new ScriptedEngine(request -> endless);
                ApiServer server = new ApiServer(engine, Map.of("tokenrouter.api.undelivered", 10));
                Socket slow = RawRequest.post(
                                "/v1/chat/completions",
                                "{\"model\": \"duo\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}],"
                                        + " \"stream\": true}")
                        .sendWithoutReading(server.port())) {
            awaitCut(server, "undelivered");
            assertThat(engine.cancelled().take())
                    .isEqualTo(engine.requests().getFirst().id());
            assertThat(isCut(slow)).isTrue();
        }
    }

    private static String answer(HttpClient http, ApiServer server) throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/v1/completions"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(ASKED))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body().replaceFirst("(?s).*\"text\":\"([^\"]*)\".*", "$1");
    }

    /** What was sent before the cut may still be read; then the connection is gone without the answer's end. */
    private static boolean isCut(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[1 << 16];
        try {
            int count = in.read(bytes);
            while (count >= 0) {
                count = in.read(bytes);
            }
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static void awaitCut(ApiServer server, String reason) {
        while (cuts(server, reason) < 1) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static double cuts(ApiServer server, String reason) {
        return server.count("tokenrouter.http.connections.cut", "reason", reason);
    }
}
