package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.Script;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that leaves cancels its generations, streamed or not; one that stays sees signs of life. */
class LeavingTest {

    private static volatile Script script = Scripts.stuck();
    private static ScriptedEngine engine;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        engine = new ScriptedEngine(request -> script);
        server = new ApiServer(engine, Map.of("tokenrouter.api.ping", "20ms"));
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavingCancels(boolean stream) throws Exception {
        int before = engine.requests().size();
        try (Socket socket = post(stream, 1)) {
            while (engine.requests().size() == before) {
                Thread.onSpinWait();
            }
        }

        assertThat(engine.cancelled().poll(10, TimeUnit.MINUTES))
                .isEqualTo(engine.requests().getLast().id());
    }

    @Test
    void leavingCancelsEveryChoice() throws Exception {
        int before = engine.requests().size();
        try (Socket socket = post(true, 4)) {
            while (engine.requests().size() < before + 4) {
                Thread.onSpinWait();
            }
        }

        for (int i = 0; i < 4; i++) {
            assertThat(engine.cancelled().poll(10, TimeUnit.MINUTES))
                    .as("choice %s", i)
                    .isNotNull();
        }
    }

    @Test
    void aSilentStreamShowsThatItLives() throws Exception {
        try (Socket socket = post(true, 1)) {
            // a first token that is late is waited for with signs of life as well
            String seen = readUntil(socket.getInputStream(), "\"content\":\"a\"");
            assertThat(seen).contains("\"role\":\"assistant\"");
            readUntil(socket.getInputStream(), ": ping\n\n");
        }
        assertThat(engine.cancelled().poll(10, TimeUnit.MINUTES)).isNotNull();
    }

    /** As one that waits for admission or whose prompt is being read. */
    @Test
    void aStreamWithoutAnyTokenYetShowsThatItLives() throws Exception {
        script = Script.start();
        try (Socket socket = post(true, 1)) {
            String seen = readUntil(socket.getInputStream(), ": ping\n\n");

            assertThat(seen).contains("text/event-stream", "\"role\":\"assistant\",\"content\":\"\"");
            assertThat(readUntil(socket.getInputStream(), ": ping\n\n")).doesNotContain("data:");
        } finally {
            script = Scripts.stuck();
        }
        assertThat(engine.cancelled().poll(10, TimeUnit.MINUTES)).isNotNull();
    }

    private static Socket post(boolean stream, int n) throws IOException {
        byte[] body = ("{\"model\": \"duo\", \"prompt\": \"x\", \"n\": " + n + ", \"stream\": " + stream + "}")
                .replace("\"prompt\": \"x\"", "\"messages\": [{\"role\": \"user\", \"content\": \"x\"}]")
                .getBytes(StandardCharsets.UTF_8);
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout((int) Duration.ofMinutes(10).toMillis());
        socket.getOutputStream()
                .write(("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                + "Content-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
        return socket;
    }

    private static String readUntil(InputStream in, String mark) throws IOException {
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf(mark) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("the stream ended: " + seen);
            }
            seen.append((char) next);
        }
        return seen.toString();
    }
}
