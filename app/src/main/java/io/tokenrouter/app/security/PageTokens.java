package io.tokenrouter.app.security;

import io.tokenrouter.app.accounts.Sessions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.security.web.server.csrf.DefaultCsrfToken;
import org.springframework.security.web.server.csrf.ServerCsrfTokenRepository;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * What a page of ours adds to each change, so that a page of another site cannot make one with the browser's cookie. Of a session
 * it is a function of the session's token. Before there is a session it is a random value, which the sign-in form holds and a
 * cookie repeats.
 */
final class PageTokens implements ServerCsrfTokenRepository {

    static final String HEADER = "X-CSRF-TOKEN";
    static final String FIELD = "_csrf";

    private static final String FORM_COOKIE = "tokenrouter_form";
    private static final Set<HttpMethod> LOOKS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    /**
     * Changes that have to carry one: those with the cookie, and the form that begins a session. A program shows its session in a
     * header, which no other site can make a browser send; what shows none is refused for that.
     */
    static Mono<ServerWebExchangeMatcher.MatchResult> mustCarry(ServerWebExchange exchange) {
        boolean isLook = LOOKS.contains(exchange.getRequest().getMethod());
        boolean isOfProgram = SessionCookie.bearer(exchange) != null;
        boolean isOfBrowser = SessionCookie.cookie(exchange) != null
                || exchange.getRequest()
                        .getPath()
                        .pathWithinApplication()
                        .value()
                        .equals("/sign-in");
        return !isLook && !isOfProgram && isOfBrowser
                ? ServerWebExchangeMatcher.MatchResult.match()
                : ServerWebExchangeMatcher.MatchResult.notMatch();
    }

    /** Whether a page of the session in the request's cookie sent it. */
    static boolean isOfOwnPage(ServerWebExchange exchange) {
        String session = SessionCookie.cookie(exchange);
        String given = exchange.getRequest().getHeaders().getFirst(HEADER);
        return session != null
                && given != null
                && MessageDigest.isEqual(bytes(Sessions.pageToken(session)), bytes(given));
    }

    @Override
    public Mono<CsrfToken> generateToken(ServerWebExchange exchange) {
        return Mono.fromSupplier(() -> token(UUID.randomUUID().toString()));
    }

    @Override
    public Mono<Void> saveToken(ServerWebExchange exchange, @Nullable CsrfToken token) {
        return Mono.fromRunnable(() -> {
            if (token != null) {
                exchange.getResponse()
                        .addCookie(SessionCookie.cookie(exchange, FORM_COOKIE, token.getToken())
                                .build());
            }
        });
    }

    @Override
    public Mono<CsrfToken> loadToken(ServerWebExchange exchange) {
        return Mono.fromSupplier(() -> {
            String session = SessionCookie.cookie(exchange);
            if (session != null) {
                return token(Sessions.pageToken(session));
            }
            HttpCookie form = exchange.getRequest().getCookies().getFirst(FORM_COOKIE);
            return form == null || form.getValue().isEmpty() ? null : token(form.getValue());
        });
    }

    private static CsrfToken token(String value) {
        return new DefaultCsrfToken(HEADER, FIELD, value);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
