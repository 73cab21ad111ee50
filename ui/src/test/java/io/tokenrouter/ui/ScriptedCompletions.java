package io.tokenrouter.ui;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The API as the page sees it: plays a recorded answer of the demo pair. The question decides what happens: {@code busy},
 * {@code refuse}, {@code break} and {@code emoji} play the other cases.
 */
@RestController
final class ScriptedCompletions {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PACE = Duration.ofMillis(25);

    private final ScriptedEngine engine;
    private final List<JsonNode> recorded = new ArrayList<>();

    ScriptedCompletions(ScriptedEngine engine) throws IOException {
        this.engine = engine;
        try (InputStream in = ScriptedCompletions.class.getResourceAsStream("/recorded-run.json")) {
            JSON.readTree(in).forEach(recorded::add);
        }
    }

    @PostMapping("/v1/chat/completions")
    Mono<Void> complete(@RequestBody JsonNode request, ServerHttpResponse response) {
        String question = request.path("messages").path(0).path("content").asString();
        return switch (question) {
            case "busy" -> {
                response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
                response.getHeaders().set("Retry-After", "3");
                yield write(
                        response, Flux.just(error("All 256 places are taken.").toString()));
            }
            case "refuse" -> {
                response.setStatusCode(HttpStatus.BAD_REQUEST);
                yield write(
                        response,
                        Flux.just(error("max_tokens must be at least 1.").toString()));
            }
            default -> {
                response.getHeaders().setContentType(MediaType.TEXT_EVENT_STREAM);
                yield write(response, frames(request, question).map(frame -> "data: " + frame + "\n\n"));
            }
        };
    }

    private static Mono<Void> write(ServerHttpResponse response, Flux<String> texts) {
        return response.writeAndFlushWith(
                texts.map(text -> Mono.just(response.bufferFactory().wrap(text.getBytes(StandardCharsets.UTF_8)))));
    }

    private Flux<String> frames(JsonNode request, String question) {
        List<JsonNode> tokens = question.equals("emoji") ? emoji() : recorded;
        Flux<String> head = Flux.fromIterable(tokens)
                .take(question.equals("break") ? 12 : tokens.size())
                .delayElements(PACE)
                .doOnNext(token -> engine.wrote(token.path("writer").asString(), 1))
                .map(token -> chunk(token).toString());
        if (question.equals("break")) {
            return head.concatWithValues(error("The model failed.").toString());
        }
        return head.concatWithValues(last(request, tokens), usage(tokens.size()), "[DONE]");
    }

    private static ObjectNode chunk(JsonNode token) {
        ObjectNode chunk = JSON.createObjectNode().put("object", "chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.putObject("delta").put("content", token.path("text").asString());
        choice.putNull("finish_reason");
        choice.putArray("trace").add(token);
        return chunk;
    }

    private static String last(JsonNode request, List<JsonNode> tokens) {
        ObjectNode chunk = JSON.createObjectNode().put("object", "chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.putObject("delta");
        choice.put("finish_reason", "stop");
        chunk.putObject("routing")
                .put("pair", request.path("model").asString())
                .put("policy", "uncertainty")
                .put("switches", switches(tokens));
        return chunk.toString();
    }

    private static int switches(List<JsonNode> tokens) {
        int switches = 0;
        for (int i = 1; i < tokens.size(); i++) {
            if (!tokens.get(i).path("writer").equals(tokens.get(i - 1).path("writer"))) {
                switches++;
            }
        }
        return switches;
    }

    private static String usage(int tokens) {
        ObjectNode chunk = JSON.createObjectNode().put("object", "chat.completion.chunk");
        chunk.putArray("choices");
        chunk.putObject("usage").put("prompt_tokens", 43).put("completion_tokens", tokens);
        return chunk.toString();
    }

    /** A face whose four bytes come from both models, one byte a token, and something that looks like markup. */
    private static List<JsonNode> emoji() {
        List<JsonNode> tokens = new ArrayList<>();
        byte[] face = "\uD83D\uDE42".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < face.length; i++) {
            tokens.add(token(i < 2 ? "demo-small" : "demo-large", new byte[] {face[i]}));
        }
        tokens.add(token("demo-small", "<img src=x onerror=alert(1)>".getBytes(StandardCharsets.UTF_8)));
        return tokens;
    }

    private static JsonNode token(String writer, byte[] bytes) {
        ObjectNode token =
                JSON.createObjectNode().put("id", 7).put("writer", writer).put("entropy", 0.5);
        token.put("text", new String(bytes, StandardCharsets.UTF_8)).put("logprob", -0.1);
        for (byte b : bytes) {
            token.withArray("bytes").add(b & 0xff);
        }
        return token;
    }

    private static ObjectNode error(String message) {
        ObjectNode body = JSON.createObjectNode();
        body.putObject("error").put("message", message).put("type", "server_error");
        return body;
    }
}
