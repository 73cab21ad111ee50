package io.tokenrouter.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** What callers write stays out of the log, with everything of ours switched on; who called is in it. */
class LogPrivacyTest {

    private static final String MARKER = "xylophone-4711";
    private static final Pattern ID = Pattern.compile("\"id\":\"(cmpl-[0-9a-f]+)\"");
    private static final long PATIENCE_NANOS = 300_000_000_000L;

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient client = HttpClient.newHttpClient();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger ours = context.getLogger("io.tokenrouter");
    private final Logger requests = context.getLogger("io.tokenrouter.requests");

    @BeforeEach
    void listen() {
        // others write while it is read
        lines.list = new CopyOnWriteArrayList<>();
        lines.setContext(context);
        lines.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(lines);
        ours.setLevel(Level.TRACE);
        requests.setLevel(Level.INFO);
    }

    @AfterEach
    void stopListening() {
        context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(lines);
        ours.setLevel(Level.INFO);
        requests.setLevel(Level.WARN);
    }

    @Test
    void noLineHoldsWhatACallerWrote() throws Exception {
        String answer = post("""
                {"model": "demo", "prompt": "%s has 3 beads.", "max_tokens": 12, "stop": ["%s"], "user": "%s"}
                """.formatted(MARKER, MARKER, MARKER));
        Matcher id = ID.matcher(answer);
        assertThat(id.find()).as(answer).isTrue();
        post("{\"model\": \"demo\", \"prompt\": \"%s\", \"max_tokens\": 5, \"stream\": true}".formatted(MARKER));
        for (String wrong : List.of(
                "{\"model\": \"%s\", \"prompt\": \"a\"}",
                "{\"model\": \"demo\", \"prompt\": {\"%s\": 1}}",
                "{\"model\": \"demo\", \"prompt\": \"a\", \"%s\": 1}",
                "{\"model\": \"demo\", \"prompt\": \"a\", \"routing\": {\"policy\": \"%s\"}}",
                "{\"model\": \"demo\", \"prompt\": \"%s",
                "{\"model\": \"demo\", \"prompt\": \"%s\", \"max_tokens\": 100000}")) {
            post(wrong.formatted(MARKER));
        }
        client.send(
                HttpRequest.newBuilder(server.uri().resolve("/" + MARKER)).build(),
                HttpResponse.BodyHandlers.ofString());
        leaveAtOnce();

        awaitLine(id.group(1) + " on ");
        assertThat(lines.list).noneMatch(line -> text(line).anyMatch(part -> part.contains(MARKER)));
        assertThat(lines.list.stream().filter(line -> line.getFormattedMessage().contains(id.group(1))))
                .satisfiesExactly(
                        begun -> assertThat(begun.getKeyValuePairs())
                                .extracting(pair -> pair.key + "=" + pair.value)
                                .containsExactly(
                                        "request_id=" + id.group(1), "http_request_id=of-the-caller-1", "target=demo"),
                        ended -> {
                            assertThat(ended.getFormattedMessage()).endsWith(", for x-request-id of-the-caller-1");
                            assertThat(ended.getKeyValuePairs())
                                    .extracting(pair -> pair.key)
                                    .contains(
                                            "request_id",
                                            "target",
                                            "outcome",
                                            "prompt_tokens",
                                            "completion_tokens",
                                            "seconds");
                            assertThat(ended.getKeyValuePairs())
                                    .extracting(pair -> pair.key + "=" + pair.value)
                                    .contains("http_request_id=of-the-caller-1");
                        });
    }

    private void awaitLine(String text) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (lines.list.stream().noneMatch(line -> line.getFormattedMessage().contains(text))) {
            assertThat(System.nanoTime()).as("a line about " + text).isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** All that an appender could write of a line. */
    private static Stream<String> text(ILoggingEvent line) {
        Stream<String> thrown = Stream.iterate(line.getThrowableProxy(), e -> e != null, IThrowableProxy::getCause)
                .map(e -> String.valueOf(e.getMessage()));
        Stream<String> pairs = line.getKeyValuePairs() == null
                ? Stream.of()
                : line.getKeyValuePairs().stream().map(pair -> String.valueOf(pair.value));
        return Stream.concat(
                Stream.of(line.getFormattedMessage(), String.valueOf(line.getMDCPropertyMap())),
                Stream.concat(thrown, pairs));
    }

    private String post(String body) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                                .header("content-type", "application/json")
                                .header("x-request-id", "of-the-caller-1")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private void leaveAtOnce() throws Exception {
        String body =
                "{\"model\": \"demo\", \"prompt\": \"" + MARKER + "\", \"max_tokens\": 300, \"ignore_eos\": true}";
        try (Socket socket = new Socket("127.0.0.1", server.uri().getPort())) {
            socket.getOutputStream()
                    .write(("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.UTF_8));
        }
    }
}
