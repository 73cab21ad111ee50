package io.tokenrouter.ui;

import java.time.Duration;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Who uses the console. Implemented by the application, which sees to sessions and cookies. Safe from any thread; what has to wait
 * for the database does so elsewhere.
 */
public interface ConsoleAccess {

    /** Whoever sent the request; empty for nobody. */
    Mono<ConsoleUser> user(ServerWebExchange exchange);

    /** What the sign-in form sends along as {@code _csrf}. */
    Mono<String> formToken(ServerWebExchange exchange);

    /** Begins a session, whose cookie is in the answer, where name and password are right. */
    Mono<Attempt> signIn(ServerWebExchange exchange, String name, String password);

    /** Changes the password of whoever sent the request; all sessions of the account but a new one end. */
    Mono<Attempt> changePassword(ServerWebExchange exchange, String current, String next);

    /** Ends the session. */
    Mono<Void> signOut(ServerWebExchange exchange);

    /** What came of a form with a password. */
    sealed interface Attempt {

        /** @param mustChangePassword whether a password of one's own comes first */
        record Done(boolean mustChangePassword) implements Attempt {}

        /** @param triesLeft before this address has to wait */
        record Refused(int triesLeft) implements Attempt {}

        record Wait(Duration duration) implements Attempt {}

        /** The new password is not good enough; a sentence says why. */
        record NotGoodEnough(String why) implements Attempt {}
    }
}
