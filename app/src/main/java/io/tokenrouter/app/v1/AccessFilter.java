package io.tokenrouter.app.v1;

import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.accounts.SignedIn;
import io.tokenrouter.app.serving.AccessException;
import io.tokenrouter.app.serving.ApiAccess;
import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.app.web.Addresses;
import java.security.Principal;
import java.util.List;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets only callers that may call the API come to its addresses, and tells those who the caller is. Addresses are matched as the
 * controllers' are, so no spelling of one gets past. A handler that asks for a caller where none was told refuses.
 */
@Component
@Order(AccessFilter.ORDER)
class AccessFilter implements WebFilter {

    /** After whatever signs people in, before whatever answers. */
    static final int ORDER = 0;

    private static final String CALLER = AccessFilter.class.getName() + ".caller";

    private final ApiAccess access;

    AccessFilter(ApiAccess access) {
        this.access = access;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!Addresses.API.include(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        List<String> authorization = exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.AUTHORIZATION);
        return exchange.getPrincipal()
                .flatMap(sender -> ofPage(sender, authorization))
                .switchIfEmpty(Mono.defer(() -> access.identify(authorization)))
                .doOnNext(caller -> {
                    exchange.getAttributes().put(CALLER, caller);
                    if (exchange.getRequest().getMethod() == HttpMethod.POST) {
                        caller.requested();
                    }
                })
                .flatMap(caller -> chain.filter(exchange));
    }

    /** Somebody signed in who may not ask is taken like anybody else, and told why where anybody else is refused. */
    private Mono<Caller> ofPage(Principal sender, List<String> authorization) {
        if (!(sender instanceof Authentication session) || !(session.getPrincipal() instanceof SignedIn user)) {
            return access.identify(authorization);
        }
        if (user.role().includes(Role.OPERATOR) && !user.mustChangePassword()) {
            return Mono.just(UnlimitedCaller.CONSOLE);
        }
        String why = user.mustChangePassword()
                ? "Change your one-time password first."
                : "Asking without a key needs the role operator; " + user.name() + " is "
                        + user.role().word() + ".";
        return access.identify(authorization)
                .onErrorMap(AccessException.class, refused -> ApiException.forbidden(null, why));
    }

    /**
     * Who sent the request.
     *
     * @throws IllegalStateException if the filter was not asked
     */
    static Caller caller(ServerWebExchange exchange) {
        Caller caller = exchange.getAttribute(CALLER);
        if (caller == null) {
            throw new IllegalStateException("an address of the API that no key guards");
        }
        return caller;
    }
}
