package io.tokenrouter.app.security;

import io.tokenrouter.app.accounts.Sessions;
import io.tokenrouter.app.accounts.SignedIn;
import io.tokenrouter.ui.ConsoleUser;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Finds out who sent a request. Sessions begin and end elsewhere, so nothing is ever saved here. */
final class SessionContexts implements ServerSecurityContextRepository {

    private final Sessions sessions;
    private final Function<ServerWebExchange, @Nullable String> token;

    private SessionContexts(Sessions sessions, Function<ServerWebExchange, @Nullable String> token) {
        this.sessions = sessions;
        this.token = token;
    }

    /** For the console and the admin API: cookie or header. */
    static SessionContexts ofConsole(Sessions sessions) {
        return new SessionContexts(sessions, SessionCookie::token);
    }

    /**
     * For the OpenAI-compatible API, whose header carries keys and which knows no CSRF check: a session counts only where a page
     * of the console sent the request.
     */
    static SessionContexts ofOwnPages(Sessions sessions) {
        return new SessionContexts(
                sessions, exchange -> PageTokens.isOfOwnPage(exchange) ? SessionCookie.cookie(exchange) : null);
    }

    @Override
    public Mono<SecurityContext> load(ServerWebExchange exchange) {
        String shown = token.apply(exchange);
        if (shown == null) {
            return Mono.empty();
        }
        return sessions.find(shown)
                .onErrorMap(
                        DataAccessException.class,
                        noAnswer -> new ResponseStatusException(
                                HttpStatus.SERVICE_UNAVAILABLE,
                                "The database does not answer, so nobody can be signed in; try again.",
                                noAnswer))
                .doOnNext(user -> tell(exchange, user, shown))
                .map(SessionContexts::context);
    }

    /** The page of an error is made outside of what knows the session. */
    private static void tell(ServerWebExchange exchange, SignedIn user, String token) {
        exchange.getAttributes()
                .put(ConsoleUser.class.getName(), ConsoleAccessAdapter.view(user, Sessions.pageToken(token)));
    }

    @Override
    public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
        return Mono.empty();
    }

    private static SecurityContext context(SignedIn user) {
        return new SecurityContextImpl(UsernamePasswordAuthenticationToken.authenticated(
                user,
                null,
                AuthorityUtils.createAuthorityList("ROLE_" + user.role().name())));
    }
}
