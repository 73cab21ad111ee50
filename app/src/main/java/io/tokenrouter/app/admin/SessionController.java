package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.AccountException;
import io.tokenrouter.app.accounts.RequestOrigin;
import io.tokenrouter.app.accounts.SignInOutcome;
import io.tokenrouter.app.accounts.SignIns;
import io.tokenrouter.app.accounts.SignedIn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The session of a program: it begins with name and password, and its token goes into the header of each request. */
@RestController
@RequestMapping("/api/admin/session")
class SessionController {

    private final SignIns signIns;
    private final AdminJson json;

    SessionController(SignIns signIns, AdminJson json) {
        this.signIns = signIns;
        this.json = json;
    }

    @GetMapping
    ResponseEntity<byte[]> whoIsIt(@AuthenticationPrincipal SignedIn user) {
        return json.ok().body(json.write(view(user, null)));
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> begin(@RequestBody byte[] body, ServerWebExchange exchange) {
        return blocking(() -> {
            AdminFields fields = AdminFields.of(body);
            String name = fields.text("name", "");
            String password = fields.text("password", "");
            fields.refuseRest();
            return answer(
                    signIns.attempt(name, password, RequestOrigin.address(exchange), RequestOrigin.of(exchange)),
                    "Name or password is wrong.");
        });
    }

    @PutMapping(path = "/password", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> changePassword(
            @AuthenticationPrincipal SignedIn user, @RequestBody byte[] body, ServerWebExchange exchange) {
        return blocking(() -> {
            AdminFields fields = AdminFields.of(body);
            String current = fields.text("password", "");
            String next = fields.text("new_password", "");
            fields.refuseRest();
            try {
                return answer(
                        signIns.changePassword(
                                user, current, next, RequestOrigin.address(exchange), RequestOrigin.of(exchange)),
                        "The password is wrong.");
            } catch (AccountException e) {
                throw AccountProblems.of(e);
            }
        });
    }

    @DeleteMapping
    Mono<ResponseEntity<byte[]>> end(
            @AuthenticationPrincipal SignedIn user,
            @RequestHeader(HttpHeaders.AUTHORIZATION) String authorization,
            ServerWebExchange exchange) {
        return blocking(() -> {
            signIns.end(user, authorization.substring("Bearer ".length()).strip(), RequestOrigin.of(exchange));
            return ResponseEntity.noContent().build();
        });
    }

    private ResponseEntity<byte[]> answer(SignInOutcome outcome, String refusal) {
        return switch (outcome) {
            case SignInOutcome.Done done -> json.ok().body(json.write(view(done.user(), done.token())));
            case SignInOutcome.Refused refused ->
                throw new Problem(HttpStatus.UNAUTHORIZED, "Not signed in", refusal)
                        .with("tries_left", refused.triesLeft());
            case SignInOutcome.Wait wait ->
                throw Problem.tooMany(
                        "Too many tries from this address; wait until it is time again.", wait.duration());
        };
    }

    private static Map<String, Object> view(SignedIn user, @Nullable String token) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("name", user.name());
        view.put("role", user.role().word());
        view.put("must_change_password", user.mustChangePassword());
        if (token != null) {
            view.put("token", token);
        }
        return view;
    }

    private static Mono<ResponseEntity<byte[]>> blocking(Callable<ResponseEntity<byte[]>> work) {
        return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
    }
}
