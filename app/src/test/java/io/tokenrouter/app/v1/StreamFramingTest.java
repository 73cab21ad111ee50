package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.fixtures.Script;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import tools.jackson.databind.JsonNode;

/** What keeps every client working with streams. */
class StreamFramingTest {

    private static volatile Function<GenerationRequest, Script> script = request -> Scripts.sum();
    private static ScriptedEngine engine;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        engine = new ScriptedEngine(request -> script.apply(request));
        server = new ApiServer(engine, Map.of("tokenrouter.api.ping", "50ms"));
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
    }

    @Test
    void framesAreDataWithASpaceAndEndWithDone() {
        Sse stream = stream(request -> Scripts.sum(), "");

        // The period is short here: a busy machine may well be silent for longer.
        assertThat(stream.frames()).allMatch(frame -> frame.startsWith("data: ") || frame.equals(": ping"));
        assertThat(stream.frames().getLast()).isEqualTo("data: [DONE]");
    }

    @Test
    void headersKeepProxiesFromBuffering() {
        EntityExchangeResult<String> answer = post(request -> Scripts.sum(), "");

        assertThat(answer.getResponseHeaders().getContentType().toString()).startsWith("text/event-stream");
        assertThat(answer.getResponseHeaders().getCacheControl()).isEqualTo("no-cache");
        assertThat(answer.getResponseHeaders().getFirst("x-accel-buffering")).isEqualTo("no");
        assertThat(answer.getResponseHeaders().getFirst("x-request-id")).isNotBlank();
    }

    @Test
    void everyChunkNamesItself() {
        List<JsonNode> chunks = stream(request -> Scripts.sum(), ", \"stream_options\": {\"include_usage\": true}")
                .chunks();

        assertThat(chunks).allSatisfy(chunk -> {
            assertThat(chunk.path("id").stringValue())
                    .startsWith("chatcmpl-")
                    .isEqualTo(chunks.getFirst().path("id").stringValue());
            assertThat(chunk.path("object").stringValue()).isEqualTo("chat.completion.chunk");
            assertThat(chunk.path("created").longValue()).isPositive();
            assertThat(chunk.path("model").stringValue()).isEqualTo("duo");
            assertThat(chunk.path("choices").isArray()).isTrue();
            assertThat(chunk.has("error")).isFalse();
        });
    }

    @Test
    void aChoiceOpensWithItsRoleAndEndsWithItsReason() {
        List<JsonNode> choice = stream(request -> Scripts.sum(), "").choices(0);

        assertThat(choice.getFirst().path("delta").toString()).isEqualTo("{\"role\":\"assistant\",\"content\":\"\"}");
        assertThat(choice.getLast().path("delta").toString()).isEqualTo("{}");
        assertThat(choice.getLast().path("finish_reason").stringValue()).isEqualTo("stop");
        assertThat(choice.getLast().path("stop_reason").stringValue()).isEqualTo("<end>");
        assertThat(choice.subList(0, choice.size() - 1)).allSatisfy(chunk -> {
            assertThat(chunk.has("finish_reason")).isTrue();
            assertThat(chunk.path("finish_reason").isNull()).isTrue();
        });
    }

    @Test
    void textIsWholeCharactersThoughTokensSplitThem() {
        Sse stream = stream(request -> Scripts.says("a😀é漢\"\\\n\u0001"), "");

        assertThat(stream.content(0)).isEqualTo("a😀é漢\"\\\n\u0001");
        assertThat(stream.choices(0))
                .noneMatch(choice ->
                        choice.path("delta").path("content").asString("").contains("\uFFFD"));
    }

    @Test
    void usageComesAloneAndOnlyWhenAskedFor() {
        List<JsonNode> without = stream(request -> Scripts.sum(), "").chunks();
        List<JsonNode> with = stream(
                        request -> Scripts.sum(),
                        ", \"stream_options\": {\"include_usage\": true, \"include_obfuscation\": false}")
                .chunks();

        assertThat(without).noneMatch(chunk -> chunk.hasNonNull("usage"));
        assertThat(with.subList(0, with.size() - 1)).noneMatch(chunk -> chunk.hasNonNull("usage"));
        assertThat(with.getLast().path("choices").isEmpty()).isTrue();
        assertThat(with.getLast().path("usage").path("completion_tokens").intValue())
                .isEqualTo(6);
        assertThat(with.getLast().path("usage").path("total_tokens").intValue())
                .isEqualTo(
                        6 + with.getLast().path("usage").path("prompt_tokens").intValue());
    }

    @Test
    void everyRoleComesBeforeAnyFinish() {
        List<JsonNode> chunks = stream(request -> Scripts.sum(), ", \"n\": 3").chunks();

        List<JsonNode> firstThree = chunks.subList(0, 3);
        assertThat(firstThree)
                .allMatch(chunk -> chunk.path("choices").get(0).path("delta").has("role"))
                .extracting(chunk -> chunk.path("choices").get(0).path("index").intValue())
                .containsExactly(0, 1, 2);
    }

    @Test
    void routingComesOnceInTheLastChunkWithChoices() {
        List<JsonNode> chunks = stream(
                        request -> Scripts.sum(), ", \"n\": 2, \"stream_options\": {\"include_usage\": true}")
                .chunks();

        JsonNode last = chunks.get(chunks.size() - 2);
        assertThat(chunks.stream().filter(chunk -> chunk.has("routing"))).containsExactly(last);
        assertThat(last.path("routing").path("completion_tokens").toString()).isEqualTo("{\"small\":10,\"large\":2}");
    }

    @Test
    void traceComesWithTheTextOfItsTokens() {
        List<JsonNode> choice = stream(request -> Scripts.says("xé"), ", \"routing\": {\"trace\": true}")
                .choices(0);

        List<JsonNode> withText = choice.stream()
                .filter(chunk ->
                        !chunk.path("delta").path("content").asString("").isEmpty())
                .toList();
        assertThat(withText.getFirst().path("trace").size()).isEqualTo(1);
        assertThat(withText.getLast().path("delta").path("content").stringValue())
                .isEqualTo("é");
        assertThat(withText.getLast().path("trace").size()).isEqualTo(2);
        assertThat(choice.getLast().path("trace").get(0).path("id").intValue()).isEqualTo(LetterTokenizer.END);
    }

    @Test
    void theBeginningOfAStopStringWaitsUntilItIsDecided() {
        Sse stream = stream(
                request -> Script.start()
                        .tokens("small", 0.1f, new LetterTokenizer().encode("aENEND"))
                        .stopAt("END"),
                ", \"stop\": [\"END\"], \"routing\": {\"trace\": true}");

        assertThat(stream.content(0)).isEqualTo("aEN");
        assertThat(stream.choices(0).stream()
                        .mapToInt(choice -> choice.path("trace").size())
                        .sum())
                .isEqualTo(6);
    }

    @Test
    void aFailureInMidStreamIsOneErrorFrameAndTheEnd() {
        var failure = new EngineException(EngineException.Kind.OVERLOADED, "no blocks left", null, 3);
        Sse stream = stream(request -> Script.start().tokens("small", 0.1f, 'a').fail(failure), "");

        assertThat(stream.frames().getLast()).startsWith("data: {\"error\":{\"message\":\"no blocks left\"");
        assertThat(stream.frames()).doesNotContain("data: [DONE]");
        assertThat(stream.choices(0))
                .allMatch(choice -> choice.path("finish_reason").isNull());
    }

    @Test
    void aRefusalHasItsOwnStatusThoughAStreamWasAskedFor() {
        engine.refuseWith(new EngineException(EngineException.Kind.OVERLOADED, "queues are full", null, 7));
        try {
            server.client()
                    .post()
                    .uri("/v1/chat/completions")
                    .contentType(MediaType.APPLICATION_JSON)
                    .bodyValue(body(""))
                    .exchange()
                    .expectStatus()
                    .isEqualTo(503)
                    .expectHeader()
                    .valueEquals("Retry-After", "7")
                    .expectHeader()
                    .contentType(MediaType.APPLICATION_JSON)
                    .expectBody()
                    .jsonPath("$.error.code")
                    .isEqualTo("server_overloaded");
        } finally {
            engine.refuseWith(null);
        }
    }

    @Test
    void textCompletionsStreamText() {
        script = request -> Scripts.sum();
        String raw = server.client()
                .post()
                .uri("/v1/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"model\": \"duo\", \"prompt\": \"1+1=\", \"echo\": true, \"stream\": true}")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        List<JsonNode> choices = Sse.parse(raw).choices(0);

        StringBuilder text = new StringBuilder();
        choices.forEach(choice -> text.append(choice.path("text").stringValue()));
        assertThat(text.toString()).isEqualTo("1+1=1+1=2");
        assertThat(choices.getLast().path("finish_reason").stringValue()).isEqualTo("stop");
        assertThat(Sse.parse(raw).chunks())
                .allMatch(chunk -> chunk.path("object").stringValue().equals("text_completion"));
    }

    private static Sse stream(Function<GenerationRequest, Script> answer, String more) {
        return Sse.parse(post(answer, more).getResponseBody());
    }

    private static EntityExchangeResult<String> post(Function<GenerationRequest, Script> answer, String more) {
        script = answer;
        return server.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body(more))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult();
    }

    private static String body(String more) {
        return "{\"model\": \"duo\", \"messages\": [{\"role\": \"user\", \"content\": \"1+1\"}], \"stream\": true"
                + more + "}";
    }
}
