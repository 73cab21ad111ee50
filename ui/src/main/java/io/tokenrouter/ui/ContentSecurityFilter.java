package io.tokenrouter.ui;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * A policy under which nothing that a model or a client wrote can ever run in an operator's browser: no inline script or
 * style, nothing from elsewhere. On every answer but those of the API, which are no pages; ahead of what refuses requests, so that
 * refusals have it as well.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class ContentSecurityFilter implements WebFilter {

    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'");

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        String path = exchange.getRequest().getPath().pathWithinApplication().value();
        if (!path.startsWith("/v1/")) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            headers.set("Content-Security-Policy", POLICY);
            headers.set("Cross-Origin-Opener-Policy", "same-origin");
            headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
        }
        return chain.filter(exchange);
    }
}
