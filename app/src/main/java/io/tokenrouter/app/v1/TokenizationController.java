package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import java.util.function.BiFunction;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Tokenizer and chat template by themselves, at the addresses where vLLM, SGLang and llama.cpp have them. */
@RestController
class TokenizationController {

    private final Tokenization tokenization;
    private final Preparer preparer;
    private final JsonBody body;
    private final BodyMemory memory;
    private final ApiJson json;

    TokenizationController(
            Tokenization tokenization, Preparer preparer, JsonBody body, BodyMemory memory, ApiJson json) {
        this.tokenization = tokenization;
        this.preparer = preparer;
        this.body = body;
        this.memory = memory;
        this.json = json;
    }

    @PostMapping(
            path = {"/tokenize", "/v1/tokenize"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> tokenize(ServerWebExchange exchange) {
        return answer(exchange, tokenization::tokenize);
    }

    @PostMapping(
            path = {"/detokenize", "/v1/detokenize"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> detokenize(ServerWebExchange exchange) {
        return answer(exchange, tokenization::detokenize);
    }

    @PostMapping(
            path = {"/apply-template", "/v1/apply-template"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> applyTemplate(ServerWebExchange exchange) {
        return answer(exchange, tokenization::applyTemplate);
    }

    /** The body counts as held until the answer, which may be larger, is written. */
    private Mono<Void> answer(ServerWebExchange exchange, BiFunction<ObjectNode, Caller, Object> work) {
        Caller caller = AccessFilter.caller(exchange);
        ServerHttpResponse response = exchange.getResponse();
        Mono<Void> answered = body.read(exchange.getRequest())
                .flatMap(bytes ->
                        preparer.prepare(bytes.length, () -> json.write(work.apply(json.parse(bytes), caller))))
                .flatMap(bytes -> {
                    response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
                    response.getHeaders().setContentLength(bytes.length);
                    return response.writeWith(Mono.just(response.bufferFactory().wrap(bytes)));
                });
        return memory.holding(exchange.getRequest(), answered);
    }
}
