package io.tokenrouter.app.security;

import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.accounts.SignedIn;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.authorization.ReactiveAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.server.authorization.AuthorizationContext;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Lets through what {@link AccessTable} allows. */
@Component
class AccessManager implements ReactiveAuthorizationManager<AuthorizationContext> {

    @Override
    public Mono<AuthorizationResult> authorize(Mono<Authentication> sender, AuthorizationContext context) {
        ServerHttpRequest request = context.getExchange().getRequest();
        Access access = AccessTable.of(request.getMethod(), request.getPath().pathWithinApplication());
        if (access.least() == null) {
            return Mono.just(new AuthorizationDecision(true));
        }
        return sender.map(known -> allows(access, access.least(), known))
                .defaultIfEmpty(false)
                .map(AuthorizationDecision::new);
    }

    private static boolean allows(Access access, Role least, Authentication sender) {
        return sender.getPrincipal() instanceof SignedIn user
                && user.role().includes(least)
                && (access == Access.SIGNED_IN || !user.mustChangePassword());
    }
}
