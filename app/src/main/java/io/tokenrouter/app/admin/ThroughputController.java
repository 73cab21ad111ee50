package io.tokenrouter.app.admin;

import io.tokenrouter.app.history.History;
import io.tokenrouter.app.history.InvalidHistoryException;
import io.tokenrouter.app.history.ThroughputHistory;
import io.tokenrouter.app.registry.ModelService;
import io.tokenrouter.app.registry.ModelStatus;
import io.tokenrouter.app.registry.PairService;
import io.tokenrouter.app.registry.PairStatus;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What was measured over time, as JSON and as CSV. */
@RestController
class ThroughputController {

    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final History history;
    private final PairService pairs;
    private final ModelService models;
    private final AdminJson json;
    private final Clock clock = Clock.systemUTC();

    ThroughputController(History history, PairService pairs, ModelService models, AdminJson json) {
        this.history = history;
        this.pairs = pairs;
        this.models = models;
        this.json = json;
    }

    @GetMapping("/api/admin/throughput")
    Mono<ResponseEntity<byte[]>> throughput(@RequestParam MultiValueMap<String, String> given) {
        return asked(given).map(answer -> json.ok().body(json.write(answer)));
    }

    @GetMapping("/api/admin/throughput.csv")
    Mono<ResponseEntity<byte[]>> csv(@RequestParam MultiValueMap<String, String> given) {
        return asked(given)
                .map(answer -> ResponseEntity.ok()
                        .contentType(CSV)
                        .header(HttpHeaders.CACHE_CONTROL, "no-store")
                        .header(
                                HttpHeaders.CONTENT_DISPOSITION,
                                ContentDisposition.attachment()
                                        .filename("throughput.csv")
                                        .build()
                                        .toString())
                        .body(ThroughputCsv.of(answer).getBytes(StandardCharsets.UTF_8)));
    }

    private Mono<ThroughputHistory> asked(MultiValueMap<String, String> given) {
        return Mono.fromCallable(() -> {
                    Instant now = clock.instant();
                    ThroughputParameters asked = ThroughputParameters.read(given, now);
                    try {
                        ThroughputHistory found =
                                history.between(asked.from(), asked.to(), asked.step(), asked::wants, now);
                        refuseUnknown(asked.ids(), found);
                        return found;
                    } catch (InvalidHistoryException e) {
                        throw Problem.invalid(e.field(), e.field() + " " + e.getMessage());
                    }
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** What is not registered any more is still told, where something is left of it. */
    private void refuseUnknown(Set<String> asked, ThroughputHistory found) {
        List<String> known = Stream.concat(
                        pairs.all().stream().map(PairStatus::id),
                        models.all().stream().map(ModelStatus::id))
                .toList();
        Set<String> unknown = new LinkedHashSet<>(asked);
        known.forEach(unknown::remove);
        found.models().forEach(model -> unknown.remove(model.model()));
        found.targets().forEach(target -> unknown.remove(target.target()));
        if (found.stored() && !unknown.isEmpty()) {
            throw Problem.unknown("model", unknown.iterator().next(), known);
        }
    }
}
