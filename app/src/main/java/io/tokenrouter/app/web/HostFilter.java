package io.tokenrouter.app.web;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Refuses requests whose Host header names another server, with 403. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
class HostFilter implements WebFilter {

    private static final byte[] REFUSAL = """
            {"error":{"message":"This server does not answer to the Host header's name; \
            see tokenrouter.web.allowed-hosts.","type":"permission_error","param":null,"code":"host_not_allowed"}}""".getBytes(StandardCharsets.UTF_8);

    private final AllowedHosts allowed;

    HostFilter(WebProperties properties, ServerProperties server) {
        this.allowed = AllowedHosts.of(properties.allowedHosts(), server.getAddress());
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        List<String> hosts = exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.HOST);
        // of several, nobody can say which one counts
        if (allowed.allows(hosts.size() == 1 ? hosts.getFirst() : null)) {
            return chain.filter(exchange);
        }
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatus.FORBIDDEN);
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(REFUSAL)));
    }
}
