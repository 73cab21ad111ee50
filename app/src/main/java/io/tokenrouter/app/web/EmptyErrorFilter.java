package io.tokenrouter.app.web;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Turns an answer that would be a status and nothing else, as the actuator gives for what it does not have, into a failure, so
 * that it gets the body that all errors have.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 3)
class EmptyErrorFilter implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!exchange.getRequest().getPath().pathWithinApplication().value().startsWith("/actuator")) {
            return chain.filter(exchange);
        }
        return chain.filter(exchange.mutate()
                .response(new NoEmptyErrors(exchange.getResponse()))
                .build());
    }

    private static final class NoEmptyErrors extends ServerHttpResponseDecorator {

        NoEmptyErrors(ServerHttpResponse response) {
            super(response);
        }

        @Override
        public Mono<Void> setComplete() {
            HttpStatusCode status = getStatusCode();
            return status != null && status.isError() && !isCommitted()
                    ? Mono.error(new ResponseStatusException(status))
                    : super.setComplete();
        }
    }
}
