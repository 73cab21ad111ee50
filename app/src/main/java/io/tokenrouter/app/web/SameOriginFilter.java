package io.tokenrouter.app.web;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses changes through the admin API that a page of another site sends: a second line behind
 * the CSRF token, for what needs none. Programs send neither header and pass.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 4)
class SameOriginFilter implements WebFilter {

    private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        boolean isAdmin = Addresses.ADMIN.include(exchange.getRequest());
        HttpHeaders headers = exchange.getRequest().getHeaders();
        if (!isAdmin || SAFE.contains(exchange.getRequest().getMethod()) || isOwn(headers)) {
            return chain.filter(exchange);
        }
        return Mono.error(new ResponseStatusException(
                HttpStatus.FORBIDDEN, "Changes are taken from this server's own pages and from programs only."));
    }

    private static boolean isOwn(HttpHeaders headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        return (site == null || OWN_SITES.contains(site))
                && isOwnOrigin(headers.getFirst(HttpHeaders.ORIGIN), headers.getFirst(HttpHeaders.HOST));
    }

    /** Older browsers send the origin only; {@code null} is the origin of pages that hide theirs. */
    static boolean isOwnOrigin(@Nullable String origin, @Nullable String host) {
        if (origin == null) {
            return true;
        }
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority != null && authority.equalsIgnoreCase(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
