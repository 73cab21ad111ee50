package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.batching.BatchingService;
import io.tokenrouter.app.batching.InvalidSettingsException;
import io.tokenrouter.app.batching.RequestedBatching;
import io.tokenrouter.app.persistence.StaleVersionException;
import io.tokenrouter.ui.ConsoleBatching;
import io.tokenrouter.ui.PairBatching;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** How batches are formed, and what an operator decides about it. */
@RestController
@RequestMapping("/api/admin/batching")
class BatchingController {

    private final ConsoleBatching batching;
    private final BatchingService service;
    private final AdminJson json;

    BatchingController(ConsoleBatching batching, BatchingService service, AdminJson json) {
        this.batching = batching;
        this.service = service;
        this.json = json;
    }

    @GetMapping
    ResponseEntity<byte[]> all() {
        return json.ok().body(json.write(Map.of("pairs", batching.pairs())));
    }

    @GetMapping("/{pair}")
    ResponseEntity<byte[]> one(@PathVariable String pair) {
        return answer(pair);
    }

    @PutMapping(path = "/{pair}", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> decide(
            @PathVariable String pair,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return Mono.fromCallable(() -> {
                    if (!service.knows(pair)) {
                        throw Problem.noSuchPair(pair);
                    }
                    OptionalLong expected = Etags.expected(ifMatch);
                    decide(actor, pair, expected, DecisionReader.read(body));
                    return answer(pair);
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private void decide(Actor actor, String pair, OptionalLong expected, RequestedBatching decision) {
        try {
            service.decide(actor, pair, expected, decision);
        } catch (InvalidSettingsException e) {
            throw Problem.invalid(e.field(), e.field() + " " + e.getMessage());
        } catch (StaleVersionException e) {
            throw Problem.stale(e);
        }
    }

    private ResponseEntity<byte[]> answer(String pair) {
        PairBatching view = batching.pairs().stream()
                .filter(candidate -> candidate.pair().equals(pair))
                .findFirst()
                .orElseThrow(() -> Problem.noSuchPair(pair));
        return json.ok().eTag(Etags.of(view.version())).body(json.write(view));
    }
}
