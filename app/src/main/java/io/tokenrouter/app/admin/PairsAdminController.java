package io.tokenrouter.app.admin;

import static io.tokenrouter.app.admin.RegistryRequests.blocking;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.admin.RegistryRequests.Ending;
import io.tokenrouter.app.registry.PairBuilder;
import io.tokenrouter.app.registry.PairRequest;
import io.tokenrouter.app.registry.PairService;
import io.tokenrouter.app.registry.PairStatus;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Pairs: put together, served, drained, forgotten. */
@RestController
@RequestMapping(PairsAdminController.PATH)
class PairsAdminController {

    static final String PATH = "/api/admin/pairs";

    private final PairService pairs;
    private final PairBuilder builder;
    private final GenerationEngine engine;
    private final AdminJson json;

    PairsAdminController(PairService pairs, PairBuilder builder, GenerationEngine engine, AdminJson json) {
        this.pairs = pairs;
        this.builder = builder;
        this.engine = engine;
        this.json = json;
    }

    /** All pairs, in the order in which they were registered. */
    record Pairs(List<PairJson> pairs) {}

    /** Models beside a large one, those that fit first. */
    record Candidates(String large, List<Candidate> candidates) {}

    /** @param refusal null where it fits */
    record Candidate(String id, boolean fits, @Nullable String refusal, PairJson.@Nullable Fit fit) {

        static Candidate of(PairBuilder.Candidate candidate) {
            return new Candidate(
                    candidate.id(),
                    candidate.refusal() == null,
                    candidate.refusal(),
                    candidate.fit() == null ? null : PairJson.Fit.of(candidate.fit()));
        }
    }

    @GetMapping
    ResponseEntity<byte[]> all() {
        EngineSnapshot snapshot = engine.snapshot();
        return json.ok()
                .body(json.write(new Pairs(pairs.all().stream()
                        .map(pair -> PairJson.of(pair, running(snapshot, pair.id())))
                        .toList())));
    }

    @GetMapping("/{id}")
    ResponseEntity<byte[]> one(@PathVariable String id) {
        return json(ResponseEntity.ok(), require(id));
    }

    /** What could be the small model of a pair. */
    @GetMapping("/candidates")
    Mono<ResponseEntity<byte[]>> candidates(@RequestParam String large) {
        return blocking(() -> json.ok()
                .body(json.write(new Candidates(
                        large,
                        builder.candidates(large).stream().map(Candidate::of).toList()))));
    }

    /** How two models fit. */
    @GetMapping("/fit")
    Mono<ResponseEntity<byte[]>> fit(@RequestParam String small, @RequestParam String large) {
        return blocking(() -> json.ok().body(json.write(PairJson.Fit.of(builder.report(small, large)))));
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> register(@RequestBody byte[] body, Actor actor) {
        return blocking(() -> {
            AdminFields fields = AdminFields.of(body);
            String policy = fields.text("policy", "");
            PairRequest request = new PairRequest(
                    fields.text("id", ""),
                    fields.text("small", ""),
                    fields.text("large", ""),
                    roles(fields),
                    policy.isEmpty() ? null : policy,
                    fields.flag("load", true),
                    fields.reason());
            fields.refuseRest();
            PairStatus made = pairs.register(actor, request);
            return json(ResponseEntity.created(URI.create(PATH + "/" + made.id())), made);
        });
    }

    private static Map<String, String> roles(AdminFields fields) {
        Map<String, String> roles = new HashMap<>();
        fields.options("roles").forEach((role, model) -> {
            if (!(model instanceof String id)) {
                throw Problem.invalid("roles", "roles must name a model for each role");
            }
            roles.put(role, id);
        });
        return roles;
    }

    /** Gives the pair another policy. */
    @PutMapping(path = "/{id}/policy", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> follow(
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return blocking(() -> {
            OptionalLong expected = Etags.expected(ifMatch);
            AdminFields fields = AdminFields.of(body);
            String policy = fields.text("policy", "");
            String reason = fields.reason();
            fields.refuseRest();
            return json(ResponseEntity.ok(), pairs.follow(actor, id, policy, expected, reason));
        });
    }

    @PostMapping("/{id}/load")
    Mono<ResponseEntity<byte[]>> load(
            @PathVariable String id, @RequestBody(required = false) byte @Nullable [] body, Actor actor) {
        return blocking(() -> {
            pairs.load(actor, id, RegistryRequests.reason(body));
            return json(ResponseEntity.accepted(), require(id));
        });
    }

    @PostMapping("/{id}/drain")
    Mono<ResponseEntity<byte[]>> drain(
            @PathVariable String id, @RequestBody(required = false) byte @Nullable [] body, Actor actor) {
        return blocking(() -> {
            Ending ending = Ending.of(body);
            pairs.drain(actor, id, ending.patience(), ending.reason());
            return json(ResponseEntity.accepted(), require(id));
        });
    }

    @DeleteMapping("/{id}")
    Mono<ResponseEntity<byte[]>> delete(
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestParam(name = "patience_seconds", defaultValue = "120") int patienceSeconds,
            Actor actor) {
        return blocking(() -> {
            pairs.delete(actor, id, Etags.expected(ifMatch), RegistryRequests.patience(patienceSeconds), null);
            return pairs.find(id)
                    .map(left -> json(ResponseEntity.accepted(), left))
                    .orElseGet(() -> ResponseEntity.noContent().build());
        });
    }

    private PairStatus require(String id) {
        return pairs.find(id)
                .orElseThrow(() -> new Problem(
                        HttpStatus.NOT_FOUND,
                        "No such pair",
                        "There is no pair with this id; GET " + PATH + " lists all."));
    }

    private ResponseEntity<byte[]> json(ResponseEntity.BodyBuilder status, PairStatus pair) {
        return json.versioned(
                status, pair.registered().version(), PairJson.of(pair, running(engine.snapshot(), pair.id())));
    }

    private static long running(EngineSnapshot snapshot, String pairId) {
        return snapshot.requests().stream()
                .filter(request -> request.target().equals(pairId))
                .count();
    }
}
