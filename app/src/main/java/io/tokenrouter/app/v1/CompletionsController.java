package io.tokenrouter.app.v1;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Chat and text completions. JSON only: a form of another site cannot send that. */
@RestController
class CompletionsController {

    private final Answering answering;
    private final ChatJobReader chatReader;
    private final CompletionJobReader completionReader;
    private final AnswerFormat chat = new ChatFormat();
    private final AnswerFormat text = new TextFormat();

    CompletionsController(Answering answering, ChatJobReader chatReader, CompletionJobReader completionReader) {
        this.answering = answering;
        this.chatReader = chatReader;
        this.completionReader = completionReader;
    }

    @PostMapping(path = "/v1/chat/completions", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> chatCompletion(ServerWebExchange exchange) {
        return answering.answer(exchange, chatReader, chat);
    }

    @PostMapping(path = "/v1/completions", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> completion(ServerWebExchange exchange) {
        return answering.answer(exchange, completionReader, text);
    }
}
