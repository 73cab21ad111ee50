package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.keys.ApiKey;
import io.tokenrouter.app.keys.InvalidKeyException;
import io.tokenrouter.app.keys.KeyConflictException;
import io.tokenrouter.app.keys.KeyService;
import io.tokenrouter.app.keys.MadeKey;
import io.tokenrouter.app.persistence.StaleVersionException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Keys of the API: made, changed, revoked. */
@RestController
@RequestMapping(KeysController.PATH)
class KeysController {

    static final String PATH = "/api/admin/keys";

    private final KeyService keys;
    private final AdminJson json;
    private final InstantSource clock = InstantSource.system();

    KeysController(KeyService keys, AdminJson json) {
        this.keys = keys;
        this.json = json;
    }

    /** All keys, in the order in which they were made. */
    record Keys(List<KeyView> keys) {}

    /** A new key; {@code secret} is told this once. */
    record Made(String secret, KeyView key) {}

    @GetMapping
    ResponseEntity<byte[]> all() {
        return json.ok()
                .body(json.write(new Keys(keys.all().stream().map(this::view).toList())));
    }

    @GetMapping("/{id}")
    ResponseEntity<byte[]> one(@PathVariable String id) {
        return answer(keys.find(uuid(id)).orElseThrow(() -> noSuchKey()));
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> create(@RequestBody byte[] body, Actor actor) {
        return blocking(() -> {
            KeyFields fields = KeyFields.read(body);
            MadeKey made = keys.create(actor, fields.settings(), fields.reason());
            return ResponseEntity.created(URI.create(PATH + "/" + made.key().id()))
                    .contentType(MediaType.APPLICATION_JSON)
                    .header(HttpHeaders.CACHE_CONTROL, "no-store")
                    .eTag(Etags.of(made.key().version()))
                    .body(json.write(new Made(made.secret().reveal(), view(made.key()))));
        });
    }

    @PutMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> change(
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return blocking(() -> {
            OptionalLong expected = Etags.expected(ifMatch);
            KeyFields fields = KeyFields.read(body);
            return answer(keys.change(actor, uuid(id), expected, fields.settings(), fields.reason()));
        });
    }

    /** The key stays in the list, since usage names it. */
    @DeleteMapping("/{id}")
    Mono<ResponseEntity<byte[]>> revoke(
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Actor actor) {
        return blocking(() -> {
            OptionalLong expected = Etags.expected(ifMatch);
            return answer(keys.revoke(actor, uuid(id), expected, null));
        });
    }

    private static <T> Mono<T> blocking(Supplier<T> work) {
        return Mono.fromSupplier(work)
                .subscribeOn(Schedulers.boundedElastic())
                .onErrorMap(InvalidKeyException.class, KeyFields::invalid)
                .onErrorMap(StaleVersionException.class, Problem::stale)
                .onErrorMap(NoSuchElementException.class, e -> noSuchKey())
                .onErrorMap(
                        KeyConflictException.class,
                        e -> new Problem(HttpStatus.CONFLICT, "Not possible as things are", e.getMessage()));
    }

    private ResponseEntity<byte[]> answer(ApiKey key) {
        return json.ok().eTag(Etags.of(key.version())).body(json.write(view(key)));
    }

    private KeyView view(ApiKey key) {
        return KeyView.of(key, clock.instant());
    }

    private static UUID uuid(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw noSuchKey();
        }
    }

    private static Problem noSuchKey() {
        return new Problem(
                HttpStatus.NOT_FOUND, "No such key", "There is no key with this id; GET " + PATH + " lists all.");
    }
}
