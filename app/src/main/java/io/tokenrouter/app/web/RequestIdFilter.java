package io.tokenrouter.app.web;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Gives every answer an {@code x-request-id}: the caller's own if it is harmless, else a new one. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestIdFilter implements WebFilter {

    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        String given = exchange.getRequest().getHeaders().getFirst(RequestIds.HEADER);
        exchange.getResponse().getHeaders().set(RequestIds.HEADER, isHarmless(given) ? given : RequestIds.next());
        return chain.filter(exchange);
    }

    private static boolean isHarmless(@Nullable String id) {
        return id != null && HARMLESS.matcher(id).matches();
    }
}
