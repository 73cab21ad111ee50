package io.tokenrouter.ui;

import java.time.Duration;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Somebody is always signed in, as the query parameter {@code as} says: an administrator, a {@code viewer}, or {@code nobody}. The
 * name that is typed at the sign-in form decides what comes of it.
 */
final class ScriptedAccess implements ConsoleAccess {

    static final String PAGE_TOKEN = "page-token";

    @Override
    public Mono<ConsoleUser> user(ServerWebExchange exchange) {
        String as = exchange.getRequest().getQueryParams().getFirst("as");
        if ("nobody".equals(as) || exchange.getRequest().getPath().value().startsWith("/sign-in")) {
            return Mono.empty();
        }
        return Mono.just(
                "viewer".equals(as)
                        ? new ConsoleUser("vera", "Viewer", false, false, PAGE_TOKEN)
                        : new ConsoleUser("admin", "Administrator", true, true, PAGE_TOKEN));
    }

    @Override
    public Mono<String> formToken(ServerWebExchange exchange) {
        return Mono.just("form-token");
    }

    @Override
    public Mono<Attempt> signIn(ServerWebExchange exchange, String name, String password) {
        return Mono.just(
                switch (name) {
                    case "wrong" -> new Attempt.Refused(3);
                    case "often" -> new Attempt.Wait(Duration.ofSeconds(601));
                    case "new" -> new Attempt.Done(true);
                    default -> new Attempt.Done(false);
                });
    }

    @Override
    public Mono<Attempt> changePassword(ServerWebExchange exchange, String current, String next) {
        return Mono.just(
                current.equals("wrong") ? new Attempt.Refused(2) : new Attempt.NotGoodEnough("It is too well known."));
    }

    @Override
    public Mono<Void> signOut(ServerWebExchange exchange) {
        return Mono.empty();
    }
}
