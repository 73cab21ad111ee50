package io.tokenrouter.app.security;

import io.tokenrouter.app.accounts.AccountException;
import io.tokenrouter.app.accounts.RequestOrigin;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.accounts.Sessions;
import io.tokenrouter.app.accounts.SignInOutcome;
import io.tokenrouter.app.accounts.SignIns;
import io.tokenrouter.app.accounts.SignedIn;
import io.tokenrouter.ui.ConsoleAccess;
import io.tokenrouter.ui.ConsoleUser;
import java.util.function.Supplier;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Signs people in and out at the console: a session's token goes into a cookie. */
@Component
class ConsoleAccessAdapter implements ConsoleAccess {

    private final SignIns signIns;

    ConsoleAccessAdapter(SignIns signIns) {
        this.signIns = signIns;
    }

    @Override
    public Mono<ConsoleUser> user(ServerWebExchange exchange) {
        String token = SessionCookie.token(exchange);
        return token == null ? Mono.empty() : signedIn(exchange).map(user -> view(user, Sessions.pageToken(token)));
    }

    @Override
    public Mono<String> formToken(ServerWebExchange exchange) {
        Mono<CsrfToken> token = exchange.getAttribute(CsrfToken.class.getName());
        return token == null ? Mono.just("") : token.map(CsrfToken::getToken);
    }

    @Override
    public Mono<Attempt> signIn(ServerWebExchange exchange, String name, String password) {
        return attempt(
                exchange,
                () -> signIns.attempt(name, password, RequestOrigin.address(exchange), RequestOrigin.of(exchange)));
    }

    @Override
    public Mono<Attempt> changePassword(ServerWebExchange exchange, String current, String next) {
        return signedIn(exchange)
                .flatMap(user -> attempt(
                        exchange,
                        () -> signIns.changePassword(
                                user, current, next, RequestOrigin.address(exchange), RequestOrigin.of(exchange))));
    }

    @Override
    public Mono<Void> signOut(ServerWebExchange exchange) {
        String token = SessionCookie.token(exchange);
        SessionCookie.clear(exchange);
        return token == null
                ? Mono.empty()
                : signedIn(exchange)
                        .flatMap(user -> Mono.fromRunnable(() -> signIns.end(user, token, RequestOrigin.of(exchange)))
                                .subscribeOn(Schedulers.boundedElastic()))
                        .then();
    }

    private static Mono<SignedIn> signedIn(ServerWebExchange exchange) {
        return exchange.getPrincipal()
                .ofType(Authentication.class)
                .map(Authentication::getPrincipal)
                .ofType(SignedIn.class);
    }

    private static Mono<Attempt> attempt(ServerWebExchange exchange, Supplier<SignInOutcome> work) {
        return Mono.fromSupplier(work)
                .subscribeOn(Schedulers.boundedElastic())
                .<Attempt>map(outcome -> switch (outcome) {
                    case SignInOutcome.Done done -> {
                        // never the token that the browser came with: whoever planted that one would be signed in too
                        SessionCookie.set(exchange, done.token());
                        yield new Attempt.Done(done.user().mustChangePassword());
                    }
                    case SignInOutcome.Refused refused -> new Attempt.Refused(refused.triesLeft());
                    case SignInOutcome.Wait wait -> new Attempt.Wait(wait.duration());
                })
                .onErrorResume(
                        AccountException.class,
                        no -> Mono.just(new Attempt.NotGoodEnough(String.valueOf(no.getMessage()))));
    }

    static ConsoleUser view(SignedIn user, String pageToken) {
        String role = switch (user.role()) {
            case VIEWER -> "Viewer";
            case OPERATOR -> "Operator";
            case ADMIN -> "Administrator";
        };
        return new ConsoleUser(
                user.name(),
                role,
                user.role().includes(Role.OPERATOR),
                user.role().includes(Role.ADMIN),
                pageToken);
    }
}
