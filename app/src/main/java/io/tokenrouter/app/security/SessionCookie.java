package io.tokenrouter.app.security;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.server.ServerWebExchange;

/**
 * Where a request carries its session: browsers in a cookie, programs in {@code Authorization: Bearer trs_...}. The cookie ends
 * with the browser, is out of reach of scripts, and is sent by pages of this site only.
 */
final class SessionCookie {

    static final String NAME = "tokenrouter_session";

    private static final String BEARER = "Bearer ";

    private SessionCookie() {}

    /** What the request shows, the header before the cookie; null for nothing. Not looked up yet. */
    static @Nullable String token(ServerWebExchange exchange) {
        String header = bearer(exchange);
        return header == null ? cookie(exchange) : header;
    }

    static @Nullable String cookie(ServerWebExchange exchange) {
        HttpCookie cookie = exchange.getRequest().getCookies().getFirst(NAME);
        return cookie == null || cookie.getValue().isEmpty() ? null : cookie.getValue();
    }

    static @Nullable String bearer(ServerWebExchange exchange) {
        String header = exchange.getRequest().getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : null;
    }

    static void set(ServerWebExchange exchange, String token) {
        exchange.getResponse().addCookie(cookie(exchange, NAME, token).build());
    }

    static void clear(ServerWebExchange exchange) {
        exchange.getResponse()
                .addCookie(cookie(exchange, NAME, "").maxAge(Duration.ZERO).build());
    }

    /** A cookie with all that guards one; {@code Secure} where the browser came by TLS. */
    static ResponseCookie.ResponseCookieBuilder cookie(ServerWebExchange exchange, String name, String value) {
        return ResponseCookie.from(name, value)
                .path("/")
                .httpOnly(true)
                .sameSite("Lax")
                .secure("https".equalsIgnoreCase(exchange.getRequest().getURI().getScheme()));
    }
}
