package io.tokenrouter.ui;

import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Tells every page who looks at it, {@code user} in templates, null for nobody; what that role {@code may}; and how many pairs failed
 * and how many requests run, which the navigation shows everywhere. Keeps browsers from storing pages, which change with that and with what is loaded. All in one
 * method, and no controller of a page may have another {@code @ModelAttribute} method: WebFlux runs them together and drops all others
 * when the first ends without a value.
 */
@ControllerAdvice(basePackageClasses = PageUser.class)
class PageUser {

    private final ConsoleAccess access;
    private final ConsoleCatalog catalog;
    private final ConsoleRequests requests;

    PageUser(ConsoleAccess access, ConsoleCatalog catalog, ConsoleRequests requests) {
        this.access = access;
        this.catalog = catalog;
        this.requests = requests;
    }

    @ModelAttribute
    Mono<Void> user(ServerWebExchange exchange, Model model) {
        exchange.getResponse().getHeaders().setCacheControl(CacheControl.noStore());
        model.addAttribute(
                "failedPairs",
                catalog.pairs().stream()
                        .filter(pair -> pair.state() == ServingState.FAILED)
                        .count());
        model.addAttribute("runningRequests", requests.motion().running());
        return access.user(exchange)
                .doOnNext(user -> model.addAttribute("user", user))
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .doOnNext(user -> model.addAttribute("may", May.of(user)))
                .then();
    }
}
