package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.keys.KeyService;
import io.tokenrouter.app.requests.Hop;
import io.tokenrouter.app.requests.RequestQuery;
import io.tokenrouter.app.requests.RequestService;
import io.tokenrouter.app.requests.Route;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Generations that run and that ended, the way of one, and its end. Never their text. */
@RestController
@RequestMapping(RequestsController.PATH)
class RequestsController {

    static final String PATH = "/api/admin/requests";

    private final RequestService requests;
    private final RequestFilters filters;
    private final KeyService keys;
    private final AdminJson json;

    RequestsController(RequestService requests, RequestFilters filters, KeyService keys, AdminJson json) {
        this.requests = requests;
        this.filters = filters;
        this.keys = keys;
        this.json = json;
    }

    /**
     * @param running that fit, oldest first, whatever page is asked for
     * @param ended that fit, newest first
     * @param next {@code before} of the next page; null on the last
     * @param stored false while the database does not answer: then only what is in memory is told
     */
    record Page(
            List<RequestJson> running,
            List<RequestJson> ended,
            @Nullable String next,
            boolean stored) {}

    /**
     * @param waitedMillis in which no step ran for it; null where nobody knows
     * @param hops null where its way is not known any more
     * @param omittedHops how many are left out in the middle
     */
    record One(
            RequestJson request,
            @Nullable Double waitedMillis,
            @Nullable List<Hop> hops,
            @Nullable Integer omittedHops) {}

    @GetMapping
    Mono<ResponseEntity<byte[]>> all(
            @ModelAttribute RequestParameters parameters, @RequestParam MultiValueMap<String, String> given) {
        ParameterNames.check(given.keySet(), RequestParameters.NAMES);
        RequestQuery query = parameters.query();
        return Mono.fromSupplier(() -> {
                    filters.refuseUnknown(query);
                    Map<String, String> names = RequestJson.keyNames(keys);
                    RequestService.All all = requests.all(query);
                    RequestService.Page page = all.ended();
                    return json.ok()
                            .body(json.write(new Page(
                                    all.running().stream()
                                            .map(entry -> RequestJson.of(entry, names))
                                            .toList(),
                                    page.entries().stream()
                                            .map(entry -> RequestJson.of(entry, names))
                                            .toList(),
                                    RequestParameters.next(page.next()),
                                    page.stored())));
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    @GetMapping("/{id}")
    Mono<ResponseEntity<byte[]>> one(@PathVariable String id) {
        return Mono.fromSupplier(() -> {
                    RequestService.One one = find(uuid(id));
                    Route route = one.route();
                    return json.ok()
                            .body(json.write(new One(
                                    RequestJson.of(one.entry(), RequestJson.keyNames(keys)),
                                    one.waitedMillis(),
                                    route == null ? null : route.hops(),
                                    route == null ? null : route.omittedHops())));
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** Its blocks are free within two steps; the answer does not wait for that. */
    @PostMapping("/{id}/cancel")
    Mono<ResponseEntity<byte[]>> cancel(
            @PathVariable String id, @RequestBody(required = false) byte @Nullable [] body, Actor actor) {
        return Mono.fromSupplier(() -> {
                    UUID uuid = uuid(id);
                    if (!requests.cancel(actor, uuid, reason(body))) {
                        RequestService.One ended = find(uuid);
                        throw new Problem(
                                        HttpStatus.CONFLICT,
                                        "It has ended",
                                        "This generation does not run any more; nothing was changed.")
                                .with("state", ended.entry().state());
                    }
                    return ResponseEntity.accepted()
                            .contentType(MediaType.APPLICATION_JSON)
                            .header(HttpHeaders.CACHE_CONTROL, "no-store")
                            .body(json.write(RequestJson.of(find(uuid).entry(), RequestJson.keyNames(keys))));
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private RequestService.One find(UUID id) {
        return requests.find(id).orElseThrow(RequestsController::noSuchRequest);
    }

    private static @Nullable String reason(byte @Nullable [] body) {
        if (body == null || body.length == 0) {
            return null;
        }
        AdminFields fields = AdminFields.of(body);
        String reason = fields.reason();
        fields.refuseRest();
        return reason;
    }

    private static UUID uuid(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw noSuchRequest();
        }
    }

    private static Problem noSuchRequest() {
        return new Problem(
                HttpStatus.NOT_FOUND,
                "No such request",
                "No generation with this id runs or is kept; GET " + PATH + " lists those that are.");
    }
}
