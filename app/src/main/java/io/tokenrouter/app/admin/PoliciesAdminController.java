package io.tokenrouter.app.admin;

import static io.tokenrouter.app.admin.RegistryRequests.blocking;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.persistence.PolicyFiguresStore;
import io.tokenrouter.app.policies.PolicyService;
import io.tokenrouter.app.registry.PairService;
import io.tokenrouter.app.registry.PairStatus;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.signals.SeenEntropies;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.AlgorithmFactory;
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

/** Routing policies: saved in versions, compared, rolled back. */
@RestController
@RequestMapping(PoliciesAdminController.PATH)
class PoliciesAdminController {

    static final String PATH = "/api/admin/policies";

    private final PolicyService policies;
    private final SeenEntropies seen;
    private final PolicyFiguresStore figures;
    private final PairService pairs;
    private final AdminJson json;

    PoliciesAdminController(
            PolicyService policies, SeenEntropies seen, PolicyFiguresStore figures, PairService pairs, AdminJson json) {
        this.policies = policies;
        this.pairs = pairs;
        this.seen = seen;
        this.figures = figures;
        this.json = json;
    }

    /** All policies. */
    record Policies(List<PolicyJson> policies) {}

    /** What a policy can be made of. */
    record Algorithms(List<PolicyJson.Algorithm> algorithms) {}

    /** Versions of one policy, newest first. */
    record Versions(String name, List<PolicyJson.Version> versions) {}

    /**
     * What came of a policy's requests.
     *
     * @param records of all generations that were looked at, the newest, at most
     * @param versions newest first; those without any request are left out
     */
    record Figures(String name, int records, List<PolicyJson.Outcome> versions) {}

    /**
     * What was seen of a pair's small model.
     *
     * @param positions 0 where too little was seen
     */
    record Signals(String pair, long positions, List<SeenEntropies.Point> points) {}

    @GetMapping
    ResponseEntity<byte[]> all() {
        return json.ok()
                .body(json.write(
                        new Policies(policies.all().stream().map(this::view).toList())));
    }

    @GetMapping("/algorithms")
    ResponseEntity<byte[]> algorithms() {
        return json.ok()
                .body(json.write(new Algorithms(policies.algorithms().stream()
                        .map(PolicyJson.Algorithm::of)
                        .toList())));
    }

    /** How often the small model of a pair was unsure enough, by threshold. */
    @GetMapping("/signals")
    ResponseEntity<byte[]> signals(@RequestParam String pair) {
        if (pairs.find(pair).isEmpty()) {
            throw Problem.unknown(
                    "pair", pair, pairs.all().stream().map(PairStatus::id).toList());
        }
        Signals signals = seen.of(pair)
                .map(known -> new Signals(pair, known.positions(), known.points()))
                .orElseGet(() -> new Signals(pair, 0, List.of()));
        return json.ok().body(json.write(signals));
    }

    @GetMapping("/{name}")
    ResponseEntity<byte[]> one(@PathVariable String name) {
        return answer(policies.find(name).orElseThrow(() -> unknown(name)));
    }

    @GetMapping("/{name}/versions")
    Mono<ResponseEntity<byte[]>> versions(@PathVariable String name) {
        return blocking(() -> json.ok()
                .body(json.write(new Versions(
                        name,
                        policies.versions(name).stream()
                                .map(PolicyJson.Version::of)
                                .toList()))));
    }

    /** What came of each version's requests; also of a policy that is not there any more, and of a built-in algorithm. */
    @GetMapping("/{name}/figures")
    Mono<ResponseEntity<byte[]>> figures(@PathVariable String name) {
        return blocking(() -> {
            List<PolicyJson.Outcome> outcomes =
                    figures.of(name).stream().map(PolicyJson.Outcome::of).toList();
            if (outcomes.isEmpty() && policies.find(name).isEmpty() && !policies.isAlgorithm(name)) {
                throw unknown(name);
            }
            return json.ok().body(json.write(new Figures(name, PolicyFiguresStore.MOST_RECORDS, outcomes)));
        });
    }

    @GetMapping("/{name}/diff")
    Mono<ResponseEntity<byte[]>> diff(@PathVariable String name, @RequestParam int from, @RequestParam int to) {
        return blocking(() -> json.ok()
                .body(json.write(PolicyJson.diff(
                        policies.version(name, from), policies.version(name, to), policies.algorithms()))));
    }

    /** Saves a new version. A new policy is sent with {@code If-None-Match: *}. */
    @PutMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> save(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String ifNoneMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return blocking(() -> {
            OptionalLong expected = Etags.expectedOrNew(ifMatch, ifNoneMatch);
            AdminFields fields = AdminFields.of(body);
            String algorithm = fields.text("algorithm", "");
            Map<String, Object> options = fields.options("options");
            String reason = fields.reason();
            fields.refuseRest();
            return answer(policies.save(actor, name, expected, new PolicySpec(algorithm, options), reason));
        });
    }

    /** Saves the content of an old version as the newest. */
    @PostMapping(path = "/{name}/roll-back", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> rollBack(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return blocking(() -> {
            OptionalLong expected = Etags.expected(ifMatch);
            AdminFields fields = AdminFields.of(body);
            Integer version = fields.integer("version");
            String reason = fields.reason();
            fields.refuseRest();
            if (version == null) {
                throw Problem.invalid("version", "version must be given");
            }
            return answer(policies.rollBack(actor, name, expected, version, reason));
        });
    }

    @DeleteMapping("/{name}")
    Mono<ResponseEntity<byte[]>> delete(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Actor actor) {
        return blocking(() -> {
            policies.delete(actor, name, Etags.expected(ifMatch), null);
            return ResponseEntity.noContent().build();
        });
    }

    /** Whoever looks for a built-in algorithm among the policies is told where it is. */
    private Problem unknown(String name) {
        List<String> algorithms =
                policies.algorithms().stream().map(AlgorithmFactory::name).toList();
        List<String> known = policies.all().stream().map(ServedPolicy::name).toList();
        return policies.isAlgorithm(name)
                ? new Problem(
                                HttpStatus.NOT_FOUND,
                                "Not found",
                                "'" + name
                                        + "' is a built-in algorithm, which requests can name as it is; no policy of this name was"
                                        + " saved. Saved policies: " + String.join(", ", known)
                                        + ". Algorithms and their options: GET /api/admin/policies/algorithms.")
                        .with("field", "policy")
                        .with("known", known)
                        .with("algorithms", algorithms)
                : Problem.unknown("policy", name, known).with("algorithms", algorithms);
    }

    private ResponseEntity<byte[]> answer(ServedPolicy policy) {
        return json.ok().eTag(Etags.of(policy.version())).body(json.write(view(policy)));
    }

    private PolicyJson view(ServedPolicy policy) {
        return PolicyJson.of(policy, policies.followers(policy.name()));
    }
}
