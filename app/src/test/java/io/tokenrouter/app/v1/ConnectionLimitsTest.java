package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections are bounded in number and in what their senders may make the server wait for. */
class ConnectionLimitsTest {

    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @ParameterizedTest
    @ValueSource(strings = {"connections", "connections-per-address"})
    void aConnectionTooManyIsRefusedAtOnceAndPlaceIsMadeByThoseThatLeave(String limit) throws Exception {
        try (ScriptedEngine engine = new ScriptedEngine(request -> Scripts.sum());
                ApiServer server = new ApiServer(engine, Map.of("tokenrouter.web." + limit, 2));
                Socket first = connect(server)) {
            assertThat(health(first)).startsWith("HTTP/1.1 200");
            Socket second = connect(server);
            assertThat(health(second)).startsWith("HTTP/1.1 200");

            try (Socket third = connect(server)) {
                String told = new String(third.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertThat(told).startsWith("HTTP/1.1 503").contains("Retry-After: 1\r\n", "\"server_overloaded\"");
                int length = Integer.parseInt(told.replaceFirst("(?s).*Content-Length: (\\d+).*", "$1"));
                assertThat(told.substring(told.indexOf("\r\n\r\n") + 4)).hasSize(length);
            }
            assertThat(server.count("tokenrouter.http.connections.refused")).isEqualTo(1);
            assertThat(health(first)).as("who was there stays").startsWith("HTTP/1.1 200");

            second.close();
            boolean isServed = false;
            while (!isServed) {
                try (Socket next = connect(server)) {
                    isServed = health(next).startsWith("HTTP/1.1 200");
                }
            }
        }
    }

    @Test
    void aSenderWhoseHeadersDripIsCutAndAnIdleOneIsNot() throws Exception {
        try (ScriptedEngine engine = new ScriptedEngine(request -> Scripts.sum());
                ApiServer server = new ApiServer(engine, Map.of("tokenrouter.web.header-timeout", "100ms"));
                Socket idle = connect(server);
                Socket dripping = connect(server)) {
            assertThat(health(idle)).startsWith("HTTP/1.1 200");

            assertThat(drip(dripping, "GET /health HTTP/1.1\r\nX-Long: ")).isEmpty();
            assertThat(server.count("tokenrouter.http.connections.cut", "reason", "headers"))
                    .isEqualTo(1);
            assertThat(health(idle)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aBodyThatDripsIsRefused() throws Exception {
        try (ScriptedEngine engine = new ScriptedEngine(request -> Scripts.sum());
                ApiServer server = new ApiServer(engine, Map.of("tokenrouter.web.body-timeout", "200ms"));
                Socket dripping = connect(server)) {
            String told = drip(
                    dripping,
                    "POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 100000\r\n\r\n{");
            assertThat(told).startsWith("HTTP/1.1 408");
            assertThat(engine.requests()).isEmpty();
        }
    }

    private static Socket connect(ApiServer server) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(600_000);
        return socket;
    }

    /** What the server says to one that asks for its health; empty where it has closed the connection. */
    private static String health(Socket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        try {
            socket.getOutputStream().write(HEALTH.getBytes(StandardCharsets.US_ASCII));
            for (int next = 0; next >= 0 && next != '}'; ) {
                next = socket.getInputStream().read();
                answer.append(next < 0 ? "" : (char) next);
            }
            return answer.toString();
        } catch (SocketException closed) {
            return "";
        }
    }

    /**
     * Sends a beginning, then byte after byte until the server says something or closes the connection; returns the first line of
     * what it said. Another byte after that could be answered with a reset, which takes away what was not read yet.
     */
    private static String drip(Socket socket, String beginning) throws IOException {
        StringBuilder told = new StringBuilder();
        socket.setSoTimeout(5);
        try {
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            for (int next = 0; next >= 0 && next != '\n'; ) {
                if (told.isEmpty()) {
                    socket.getOutputStream().write('x');
                }
                try {
                    next = socket.getInputStream().read();
                    told.append(next < 0 ? "" : (char) next);
                } catch (SocketTimeoutException nothingYet) {
                    next = 0;
                }
            }
        } catch (SocketException reset) {
            // closed, with bytes of ours unread
        }
        return told.toString();
    }
}
