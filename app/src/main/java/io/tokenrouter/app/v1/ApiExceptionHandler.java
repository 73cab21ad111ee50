package io.tokenrouter.app.v1;

import io.tokenrouter.app.web.PageRequests;
import io.tokenrouter.app.web.RequestIds;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Answers every failure with the OpenAI envelope, whatever the address, unless it befell a browser that wants a page. Nobody
 * is left to answer where the client has gone.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class ApiExceptionHandler implements WebExceptionHandler {

    private final ApiJson json;

    ApiExceptionHandler(ApiJson json) {
        this.json = json;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (exchange.getResponse().isCommitted()) {
            return Mono.error(failure);
        }
        if (failure instanceof AbortedException || isAnswered(exchange.getResponse())) {
            return Mono.empty();
        }
        if (PageRequests.wantsPage(exchange.getRequest())) {
            return Mono.error(failure);
        }
        ServerHttpResponse response = exchange.getResponse();
        HttpHeaders headers = response.getHeaders();
        if (failure instanceof MethodNotAllowedException method) {
            headers.setAllow(method.getSupportedMethods());
        }
        ApiException refusal = refusal(failure, RequestIds.of(response));
        response.setStatusCode(refusal.status());
        if (refusal.retryAfterSeconds() > 0) {
            headers.set(HttpHeaders.RETRY_AFTER, Integer.toString(refusal.retryAfterSeconds()));
        }
        if (refusal.status() == HttpStatus.UNAUTHORIZED) {
            headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        headers.setContentType(MediaType.APPLICATION_JSON);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(json.write(refusal.envelope()))));
    }

    /** Names the request in what is logged of our own faults. */
    private static ApiException refusal(Throwable failure, String requestId) {
        MDC.put("http_request_id", requestId);
        try {
            return Errors.of(failure);
        } finally {
            MDC.remove("http_request_id");
        }
    }

    /** A request that turns out to be no HTTP in the middle of its body is refused below us. */
    private static boolean isAnswered(ServerHttpResponse response) {
        return ServerHttpResponseDecorator.getNativeResponse(response) instanceof HttpServerResponse below
                && below.hasSentHeaders();
    }
}
