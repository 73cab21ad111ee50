package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The requests of Open WebUI, byte for byte over a socket; its reader of answers looks at lines, not at events. */
class OpenWebUiTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int CONTEXT = 4_096;

    private static ScriptedEngine engine;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        engine = new ScriptedEngine(request -> Scripts.sum());
        server = new ApiServer(engine, roomy(Catalogs.duo()), Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify-connection", "list-models"})
    void theConnectionIsVerifiedAndModelsAreListed(String name) throws Exception {
        Answer answer = send(name);

        assertThat(answer.head()).startsWith("HTTP/1.1 200 ").contains("content-type: application/json\r\n");
        JsonNode data = JSON.readTree(answer.body()).path("data");
        assertThat(data.valueStream().map(model -> model.path("id").stringValue()))
                .containsExactly("duo", "small", "large");
        assertThat(data).allSatisfy(model -> assertThat(model.has("name")).isFalse());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "chat-with-settings", "chat-with-session"})
    void aChatIsStreamedInLinesThatItsReaderKnows(String name) throws Exception {
        Answer answer = send(name);

        assertThat(answer.head())
                .startsWith("HTTP/1.1 200 ")
                .contains("content-type: text/event-stream\r\n")
                .doesNotContain("content-encoding");
        List<String> lines =
                answer.body().lines().filter(line -> !line.isEmpty()).toList();
        assertThat(lines).allMatch(line -> line.startsWith("data: {") || line.equals("data: [DONE]"));
        assertThat(lines.getLast()).isEqualTo("data: [DONE]");
        assertThat(answer.body()).endsWith("\n\n").doesNotContain("\r");

        List<JsonNode> chunks = lines.stream()
                .limit(lines.size() - 1)
                .map(line -> JSON.readTree(line.substring("data: ".length())))
                .toList();
        StringBuilder text = new StringBuilder();
        chunks.forEach(chunk -> text.append(chunk.at("/choices/0/delta/content").asString("")));
        assertThat(text).hasToString("1+1=2");
        // whatever has the key is taken for a usage, also null
        assertThat(chunks)
                .filteredOn(chunk -> chunk.has("usage"))
                .singleElement()
                .satisfies(chunk -> {
                    assertThat(chunk.path("choices").isEmpty()).isTrue();
                    assertThat(chunk.at("/usage/completion_tokens").intValue()).isEqualTo(6);
                    assertThat(chunk.at("/usage/total_tokens").intValue())
                            .isEqualTo(chunk.at("/usage/prompt_tokens").intValue() + 6);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"title", "tags", "follow-ups"})
    void tasksAreAnsweredWhole(String name) throws Exception {
        Answer answer = send(name);

        assertThat(answer.head()).startsWith("HTTP/1.1 200 ").contains("content-type: application/json\r\n");
        JsonNode json = JSON.readTree(answer.body());
        assertThat(json.at("/choices/0/message/content").stringValue()).isEqualTo("1+1=2");
        assertThat(json.at("/usage/completion_tokens").intValue()).isEqualTo(6);
    }

    @Test
    void whatIsWrongIsToldInJsonWithItsStatus() throws Exception {
        Answer answer = exchange(request("chat").replace("\"duo\"", "\"gone\""));

        assertThat(answer.head()).startsWith("HTTP/1.1 404 ").contains("content-type: application/json\r\n");
        assertThat(JSON.readTree(answer.body()).at("/error/message").stringValue())
                .contains("gone");
    }

    /** The pair with a context that holds what Open WebUI asks for: a title may have 1,000 tokens. */
    private static ServingCatalog roomy(ServingCatalog catalog) {
        List<Served> all = catalog.all().stream()
                .map(served -> served instanceof ServedPair pair ? withContext(pair) : served)
                .toList();
        return new ServingCatalog() {

            @Override
            public List<Served> all() {
                return all;
            }

            @Override
            public Optional<Served> find(String id) {
                return all.stream().filter(served -> served.id().equals(id)).findFirst();
            }

            @Override
            public Optional<ServedPolicy> findPolicy(String name) {
                return catalog.findPolicy(name);
            }
        };
    }

    private static Served withContext(ServedPair pair) {
        return new ServedPair(
                pair.id(),
                pair.created(),
                pair.smallId(),
                pair.largeId(),
                pair.policy(),
                pair.tokenizer(),
                pair.chatTemplate(),
                CONTEXT);
    }

    private static Answer send(String name) throws IOException {
        return exchange(request(name));
    }

    private static String request(String name) throws IOException {
        try (InputStream file = OpenWebUiTest.class.getResourceAsStream("/openwebui/" + name + ".http")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Answer exchange(String recorded) throws IOException {
        String[] parts = recorded.split("\n\n", 2);
        String body = parts[1].strip();
        String head = parts[0].replace("{host}", "127.0.0.1:" + server.port())
                + (body.isEmpty() ? "" : "\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length);
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(600_000);
            String request = head.replace("\n", "\r\n") + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return Answer.read(socket.getInputStream());
        }
    }

    /**
     * @param head status line and headers, names in lower case
     */
    private record Answer(String head, String body) {

        static Answer read(InputStream in) throws IOException {
            StringBuilder lower = new StringBuilder();
            until(in, "\r\n\r\n").lines().forEach(line -> {
                int colon = line.indexOf(':');
                lower.append(
                                colon < 0
                                        ? line
                                        : line.substring(0, colon).toLowerCase(Locale.ROOT) + line.substring(colon))
                        .append("\r\n");
            });
            return new Answer(
                    lower.toString(),
                    lower.indexOf("transfer-encoding: chunked") >= 0 ? chunks(in) : ofLength(in, lower.toString()));
        }

        private static String chunks(InputStream in) throws IOException {
            StringBuilder body = new StringBuilder();
            for (int size = size(in); size > 0; size = size(in)) {
                body.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
                in.skipNBytes(2);
            }
            return body.toString();
        }

        private static int size(InputStream in) throws IOException {
            return Integer.parseInt(until(in, "\r\n").strip(), 16);
        }

        private static String ofLength(InputStream in, String head) throws IOException {
            String length = head.replaceAll("(?s).*content-length: (\\d+).*", "$1");
            return new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
        }

        private static String until(InputStream in, String end) throws IOException {
            StringBuilder read = new StringBuilder();
            while (!read.toString().endsWith(end)) {
                int next = in.read();
                assertThat(next).as("more after: %s", read).isNotNegative();
                read.append((char) next);
            }
            return read.toString();
        }
    }
}
