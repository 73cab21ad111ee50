package io.tokenrouter.ui;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Signing in and out, and changing one's password: plain forms, which work without scripts. */
@Controller
class GateController {

    private static final String REDIRECT = "redirect:";

    private final ConsoleAccess access;

    GateController(ConsoleAccess access) {
        this.access = access;
    }

    @GetMapping("/sign-in")
    Mono<String> signInPage(
            @RequestParam(required = false) @Nullable String next, ServerWebExchange exchange, Model model) {
        String then = LocalAddress.orHome(next);
        return access.user(exchange)
                .map(already -> REDIRECT + then)
                .switchIfEmpty(Mono.defer(() -> show("sign-in", GatePage.empty(then), exchange, model)));
    }

    @PostMapping("/sign-in")
    Mono<String> signIn(ServerWebExchange exchange, Model model) {
        return exchange.getFormData().flatMap(form -> {
            String name = field(form, "username");
            String next = LocalAddress.orHome(field(form, "next"));
            return access.signIn(exchange, name, field(form, "password")).flatMap(attempt -> switch (attempt) {
                case ConsoleAccess.Attempt.Done done ->
                    Mono.just(REDIRECT + (done.mustChangePassword() ? "/change-password" : next));
                case ConsoleAccess.Attempt.Refused refused -> {
                    exchange.getResponse().setStatusCode(HttpStatus.UNAUTHORIZED);
                    yield show(
                            "sign-in",
                            GatePage.refused("Name or password is wrong", refused.triesLeft(), name, next),
                            exchange,
                            model);
                }
                case ConsoleAccess.Attempt.Wait wait -> {
                    mustWait(exchange, wait.duration());
                    yield show("sign-in", GatePage.waits(wait.duration(), name, next), exchange, model);
                }
                case ConsoleAccess.Attempt.NotGoodEnough no -> throw new IllegalStateException(no.why());
            });
        });
    }

    @GetMapping("/change-password")
    Mono<String> changePasswordPage(ServerWebExchange exchange, Model model) {
        return show("change-password", GatePage.empty("/"), exchange, model);
    }

    @PostMapping("/change-password")
    Mono<String> changePassword(ServerWebExchange exchange, Model model) {
        return exchange.getFormData().flatMap(form -> {
            String next = field(form, "new-password");
            if (!next.equals(field(form, "repeated"))) {
                exchange.getResponse().setStatusCode(HttpStatus.BAD_REQUEST);
                return show(
                        "change-password", GatePage.notGoodEnough("The two new passwords differ."), exchange, model);
            }
            return access.changePassword(exchange, field(form, "password"), next)
                    .flatMap(attempt -> switch (attempt) {
                        case ConsoleAccess.Attempt.Done done -> Mono.just(REDIRECT + "/");
                        case ConsoleAccess.Attempt.Refused refused -> {
                            exchange.getResponse().setStatusCode(HttpStatus.BAD_REQUEST);
                            yield show(
                                    "change-password",
                                    GatePage.refused("The present password is wrong", refused.triesLeft(), "", "/"),
                                    exchange,
                                    model);
                        }
                        case ConsoleAccess.Attempt.Wait wait -> {
                            mustWait(exchange, wait.duration());
                            yield show("change-password", GatePage.waits(wait.duration(), "", "/"), exchange, model);
                        }
                        case ConsoleAccess.Attempt.NotGoodEnough no -> {
                            exchange.getResponse().setStatusCode(HttpStatus.BAD_REQUEST);
                            yield show("change-password", GatePage.notGoodEnough(no.why()), exchange, model);
                        }
                    });
        });
    }

    @PostMapping("/sign-out")
    Mono<String> signOut(ServerWebExchange exchange) {
        return access.signOut(exchange).thenReturn(REDIRECT + "/sign-in");
    }

    private Mono<String> show(String template, GatePage page, ServerWebExchange exchange, Model model) {
        return access.formToken(exchange).map(token -> {
            model.addAttribute("page", page);
            model.addAttribute("formToken", token);
            return template;
        });
    }

    private static void mustWait(ServerWebExchange exchange, Duration duration) {
        exchange.getResponse().setStatusCode(HttpStatus.TOO_MANY_REQUESTS);
        exchange.getResponse()
                .getHeaders()
                .set(
                        HttpHeaders.RETRY_AFTER,
                        Long.toString(duration.plusMillis(999).toSeconds()));
    }

    private static String field(MultiValueMap<String, String> form, String name) {
        String value = form.getFirst(name);
        return value == null ? "" : value;
    }
}
