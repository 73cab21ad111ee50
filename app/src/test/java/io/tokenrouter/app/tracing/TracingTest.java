package io.tokenrouter.app.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tokenrouter.app.Startup;
import io.tokenrouter.app.TokenRouterServer;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A collector gets each request as a tree of spans that says the same as the answer. */
@Timeout(600)
class TracingTest {

    private static final String QUESTION = "Sara has 54 old and 75 new beads. How many beads are there?";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private static Collector collector;
    private static TokenRouterServer server;
    private static HttpClient http;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        collector = new Collector();
        http = HttpClient.newHttpClient();
        server = TokenRouterServer.start(tracing(RunningServer.options(folder)), new Startup(line -> {}));
    }

    private static ServeOptions tracing(ServeOptions options) {
        return new ServeOptions(
                options.host(),
                options.port(),
                options.dataFolder(),
                options.programsFolder(),
                options.database(),
                options.demoFolder(),
                options.models(),
                options.pairs(),
                options.requireKeys(),
                options.device(),
                options.kvMemoryBytes(),
                options.kvMemoryOfGpus(),
                options.threads(),
                Optional.of(collector.uri()));
    }

    @AfterAll
    static void stop() {
        http.shutdownNow();
        if (server != null) {
            server.close();
        }
        collector.close();
    }

    @Test
    void theTreeSaysWhatTheAnswerSays() throws Exception {
        JsonNode answer = chat("demo", "\"temperature\": 0, \"routing\": {\"threshold\": 0.05}", "");
        List<Span> trace = collector.trace(answer.path("id").asString());
        JsonNode routing = answer.path("routing");
        JsonNode usage = answer.path("usage");

        Span root = named(trace, "chat demo");
        assertThat(root.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
        assertThat(root.getParentSpanId().isEmpty()).isTrue();
        assertThat(Collector.attribute(root, "gen_ai.operation.name")).isEqualTo("chat");
        assertThat(Collector.attribute(root, "gen_ai.request.model")).isEqualTo("demo");
        assertThat(Collector.number(root, "gen_ai.usage.input_tokens"))
                .isEqualTo(usage.path("prompt_tokens").asLong());
        assertThat(Collector.number(root, "gen_ai.usage.output_tokens"))
                .isEqualTo(usage.path("completion_tokens").asLong());
        assertThat(Collector.attribute(root, "tokenrouter.policy.name"))
                .isEqualTo(routing.path("policy").asString());
        assertThat(Collector.number(root, "tokenrouter.switches"))
                .isEqualTo(routing.path("switches").asLong());

        assertThat(sums(trace, "gen_ai.usage.output_tokens")).isEqualTo(counts(routing.path("completion_tokens")));
        assertThat(sums(trace, "tokenrouter.hop.catch_up_tokens")).isEqualTo(counts(routing.path("catch_up_tokens")));
        assertThat(hops(trace)).hasSizeGreaterThan(2);
        assertThat(collector.services()).containsOnly("tokenrouter");
    }

    @Test
    void whatHappensLiesInsideItsRequestAndInItsOrder() throws Exception {
        List<Span> trace = collector.trace(chat("demo", "\"temperature\": 0, \"routing\": {\"threshold\": 0.05}", "")
                .path("id")
                .asString());
        Span root = named(trace, "chat demo");
        assertThat(trace).allSatisfy(span -> {
            assertThat(span.getTraceId()).isEqualTo(root.getTraceId());
            assertThat(span.getStartTimeUnixNano()).isBetween(root.getStartTimeUnixNano(), span.getEndTimeUnixNano());
            assertThat(span.getEndTimeUnixNano()).isLessThanOrEqualTo(root.getEndTimeUnixNano());
        });
        Span queue = named(trace, "queue");
        Span prefill = named(trace, "prefill");
        assertThat(queue.getStartTimeUnixNano()).isEqualTo(root.getStartTimeUnixNano());
        assertThat(prefill.getStartTimeUnixNano()).isEqualTo(queue.getEndTimeUnixNano());
        List<Span> hops = hops(trace);
        for (int i = 1; i < hops.size(); i++) {
            assertThat(hops.get(i).getStartTimeUnixNano())
                    .as("the model before is done, to the microsecond")
                    .isGreaterThanOrEqualTo(hops.get(i - 1).getEndTimeUnixNano() - 1_000);
        }
    }

    @Test
    void theClientsOwnTraceGoesOnAndOneThatIsNotRecordedStaysUnrecorded() throws Exception {
        String unrecorded = chat("demo-small", "\"n\": 1", "00-" + TRACE + "-" + PARENT + "-00")
                .path("id")
                .asString();
        JsonNode answer = chat("demo-small", "\"n\": 1", "00-" + TRACE + "-" + PARENT + "-01");
        Span root = named(collector.trace(answer.path("id").asString()), "chat demo-small");

        assertThat(hex(root.getTraceId().toByteArray())).isEqualTo(TRACE);
        assertThat(hex(root.getParentSpanId().toByteArray())).isEqualTo(PARENT);
        assertThat(collector.bodies()).noneMatch(body -> body.contains(unrecorded));
        assertThat(Collector.attribute(
                        named(
                                collector.trace(chat("demo-small", "\"n\": 1", "no trace at all")
                                        .path("id")
                                        .asString()),
                                "chat demo-small"),
                        "gen_ai.request.model"))
                .as("a header that is none")
                .isEqualTo("demo-small");
    }

    @Test
    void severalAnswersToOneRequestShareATrace() throws Exception {
        String id = chat("demo-small", "\"n\": 2, \"temperature\": 1", "")
                .path("id")
                .asString();
        Span first = named(collector.trace(id + "-0"), "chat demo-small");
        Span second = named(collector.trace(id + "-1"), "chat demo-small");

        assertThat(second.getTraceId()).isEqualTo(first.getTraceId());
        assertThat(second.getSpanId()).isNotEqualTo(first.getSpanId());
        assertThat(first.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
    }

    @Test
    void noWordOfPromptOrAnswerIsSent() throws Exception {
        JsonNode answer = chat("demo", "\"temperature\": 0", "");
        collector.trace(answer.path("id").asString());
        String text =
                answer.path("choices").path(0).path("message").path("content").asString();

        assertThat(text).hasSizeGreaterThan(3);
        assertThat(collector.bodies()).isNotEmpty().noneMatch(body -> body.contains("beads") || body.contains(text));
    }

    private static JsonNode chat(String model, String more, String traceparent) throws Exception {
        String body = """
                {"model": "%s", "messages": [{"role": "user", "content": "%s"}], %s}""".formatted(model, QUESTION, more);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/v1/chat/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!traceparent.isEmpty()) {
            request.header("traceparent", traceparent);
        }
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    private static Span named(List<Span> trace, String name) {
        return trace.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name));
    }

    private static List<Span> hops(List<Span> trace) {
        return trace.stream().filter(span -> span.getName().startsWith("hop ")).toList();
    }

    /** By model, what is zero left out. */
    private static Map<String, Long> sums(List<Span> trace, String attribute) {
        Map<String, Long> sums = new LinkedHashMap<>();
        for (Span hop : hops(trace)) {
            sums.merge(Collector.attribute(hop, "gen_ai.request.model"), Collector.number(hop, attribute), Long::sum);
        }
        sums.values().removeIf(sum -> sum == 0);
        return sums;
    }

    private static Map<String, Long> counts(JsonNode byModel) {
        Map<String, Long> counts = new LinkedHashMap<>();
        byModel.properties()
                .forEach(entry -> counts.put(entry.getKey(), entry.getValue().asLong()));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
