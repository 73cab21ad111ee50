package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Account;
import io.tokenrouter.app.accounts.AccountException;
import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.persistence.StaleVersionException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** People who may sign in. */
@RestController
@RequestMapping("/api/admin/accounts")
class AccountsController {

    private final Accounts accounts;
    private final AdminJson json;

    AccountsController(Accounts accounts, AdminJson json) {
        this.accounts = accounts;
        this.json = json;
    }

    /** An account as the API shows it. */
    record View(
            String name,
            String role,
            boolean disabled,
            boolean mustChangePassword,
            long version,
            Instant createdAt,
            @Nullable Instant lastSignInAt) {

        static View of(Account account) {
            return new View(
                    account.name(),
                    account.role().word(),
                    account.disabled(),
                    account.mustChangePassword(),
                    account.version(),
                    account.createdAt(),
                    account.lastSignInAt());
        }
    }

    /** A password that is told this once. */
    record OneTime(String name, String oneTimePassword) {}

    @GetMapping
    Mono<ResponseEntity<byte[]>> all() {
        return blocking(() -> {
            List<View> views = accounts.all().stream().map(View::of).toList();
            return json.ok().body(json.write(Map.of("accounts", views)));
        });
    }

    @GetMapping("/{name}")
    Mono<ResponseEntity<byte[]>> one(@PathVariable String name) {
        return blocking(() -> accounts.find(name)
                .map(this::answer)
                .orElseThrow(() -> new Problem(
                        HttpStatus.NOT_FOUND,
                        "No such account",
                        "GET /api/admin/accounts lists those that there are.")));
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> create(@RequestBody byte[] body, Actor actor) {
        return blocking(() -> {
            AdminFields fields = AdminFields.of(body);
            String name = fields.text("name", "");
            Role role = role(fields.text("role", ""));
            String reason = fields.reason();
            fields.refuseRest();
            String password = accounts.create(actor, name, role, reason);
            return ResponseEntity.status(HttpStatus.CREATED)
                    .contentType(MediaType.APPLICATION_JSON)
                    .header(HttpHeaders.CACHE_CONTROL, "no-store")
                    .header(HttpHeaders.LOCATION, "/api/admin/accounts/" + name)
                    .body(json.write(new OneTime(name, password)));
        });
    }

    @PatchMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> change(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return blocking(() -> {
            OptionalLong expected = Etags.expected(ifMatch);
            AdminFields fields = AdminFields.of(body);
            Role role = fields.take("role") instanceof Object word ? role(word) : null;
            Boolean disabled = fields.take("disabled") instanceof Object given ? disabled(given) : null;
            String reason = fields.reason();
            fields.refuseRest();
            return answer(accounts.change(actor, name, expected, role, disabled, reason));
        });
    }

    @PostMapping("/{name}/password")
    Mono<ResponseEntity<byte[]>> resetPassword(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Actor actor) {
        return blocking(() -> {
            String password = accounts.resetPassword(actor, name, Etags.expected(ifMatch), null);
            return json.ok().body(json.write(new OneTime(name, password)));
        });
    }

    private ResponseEntity<byte[]> answer(Account account) {
        return json.ok().eTag(Etags.of(account.version())).body(json.write(View.of(account)));
    }

    private static Role role(Object word) {
        return Role.ofWord(word.toString())
                .orElseThrow(() -> Problem.invalid("role", "role must be viewer, operator or admin"));
    }

    private static Boolean disabled(Object given) {
        if (!(given instanceof Boolean disabled)) {
            throw Problem.invalid("disabled", "disabled must be true or false");
        }
        return disabled;
    }

    private static Mono<ResponseEntity<byte[]>> blocking(Supplier<ResponseEntity<byte[]>> work) {
        return Mono.fromSupplier(() -> {
                    try {
                        return work.get();
                    } catch (AccountException refused) {
                        throw AccountProblems.of(refused);
                    } catch (StaleVersionException stale) {
                        throw Problem.stale(stale);
                    }
                })
                .subscribeOn(Schedulers.boundedElastic());
    }
}
