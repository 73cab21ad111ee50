package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.keys.KeyConflictException;
import io.tokenrouter.app.keys.KeyService;
import io.tokenrouter.app.persistence.StaleVersionException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Whether the API asks for a key. */
@RestController
@RequestMapping("/api/admin/api-access")
class ApiAccessController {

    private final KeyService keys;
    private final AdminJson json;

    ApiAccessController(KeyService keys, AdminJson json) {
        this.keys = keys;
        this.json = json;
    }

    /**
     * @param mayBeOpen false where others than this machine can reach the server
     * @param version rises with every change of this and of any key
     */
    record Access(boolean keysRequired, boolean mayBeOpen, long version) {}

    @GetMapping
    ResponseEntity<byte[]> access() {
        return answer(keys.access());
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> change(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return Mono.fromCallable(() -> {
                    OptionalLong expected = Etags.expected(ifMatch);
                    AdminFields fields = AdminFields.of(body);
                    String reason = fields.reason();
                    if (!(fields.take("keys_required") instanceof Boolean required)) {
                        throw Problem.invalid("keys_required", "keys_required must be true or false");
                    }
                    fields.refuseRest();
                    return answer(keys.require(actor, expected, required, reason));
                })
                .subscribeOn(Schedulers.boundedElastic())
                .onErrorMap(StaleVersionException.class, Problem::stale)
                .onErrorMap(
                        KeyConflictException.class,
                        e -> new Problem(HttpStatus.CONFLICT, "Not possible as things are", e.getMessage()));
    }

    private ResponseEntity<byte[]> answer(KeyService.Access access) {
        return json.ok()
                .eTag(Etags.of(access.version()))
                .body(json.write(new Access(access.required(), !access.mustBeRequired(), access.version())));
    }
}
