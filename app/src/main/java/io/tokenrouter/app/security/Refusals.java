package io.tokenrouter.app.security;

import io.tokenrouter.app.accounts.SignedIn;
import io.tokenrouter.app.web.PageRequests;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.server.ServerAuthenticationEntryPoint;
import org.springframework.security.web.server.authorization.ServerAccessDeniedHandler;
import org.springframework.security.web.server.csrf.CsrfException;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

/**
 * Sends browsers that want a page to the one that helps, and tells all others what they lack, in the form that errors have at the
 * address.
 */
@Component
class Refusals implements ServerAuthenticationEntryPoint, ServerAccessDeniedHandler {

    @Override
    public Mono<Void> commence(ServerWebExchange exchange, AuthenticationException cause) {
        if (wantsPage(exchange)) {
            return redirect(exchange, signIn(exchange.getRequest()));
        }
        exchange.getResponse().getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"TokenRouter\"");
        return Mono.error(new ResponseStatusException(
                HttpStatus.UNAUTHORIZED,
                "Sign in first: POST name and password as JSON to /api/admin/session, and send the token of the answer as"
                        + " Authorization: Bearer."));
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, AccessDeniedException cause) {
        if (cause instanceof CsrfException) {
            return refuse("The page's token is missing or that of another session; load the page again.");
        }
        return exchange.getPrincipal()
                .ofType(Authentication.class)
                .map(Authentication::getPrincipal)
                .ofType(SignedIn.class)
                .map(user -> denied(exchange, user))
                .defaultIfEmpty(refuse("This is not for you."))
                .flatMap(refusal -> refusal);
    }

    private static Mono<Void> denied(ServerWebExchange exchange, SignedIn user) {
        if (user.mustChangePassword()) {
            return wantsPage(exchange)
                    ? redirect(exchange, URI.create("/change-password"))
                    : refuse("Change your one-time password first: PUT /api/admin/session/password.");
        }
        Access access = AccessTable.of(
                exchange.getRequest().getMethod(),
                exchange.getRequest().getPath().pathWithinApplication());
        String least = access.least() == null ? "" : access.least().word();
        return refuse("This needs the role " + least + "; " + user.name() + " is "
                + user.role().word() + ".");
    }

    private static <T> Mono<T> refuse(String reason) {
        return Mono.error(new ResponseStatusException(HttpStatus.FORBIDDEN, reason));
    }

    private static boolean wantsPage(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        return request.getMethod().equals(HttpMethod.GET) && PageRequests.wantsPage(request);
    }

    private static URI signIn(ServerHttpRequest request) {
        String path = request.getURI().getRawPath();
        String query = request.getURI().getRawQuery();
        String wanted = query == null ? path : path + "?" + query;
        return wanted.equals("/")
                ? URI.create("/sign-in")
                : UriComponentsBuilder.fromPath("/sign-in")
                        .queryParam("next", "{next}")
                        .encode()
                        .buildAndExpand(wanted)
                        .toUri();
    }

    private static Mono<Void> redirect(ServerWebExchange exchange, URI to) {
        return Mono.fromRunnable(() -> {
            exchange.getResponse().setStatusCode(HttpStatus.SEE_OTHER);
            exchange.getResponse().getHeaders().setLocation(to);
            exchange.getResponse().getHeaders().setCacheControl("no-store");
        });
    }
}
