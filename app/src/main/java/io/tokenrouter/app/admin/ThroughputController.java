package io.tokenrouter.app.admin;

import io.tokenrouter.app.history.History;
import io.tokenrouter.app.history.InvalidHistoryException;
import io.tokenrouter.app.history.ThroughputHistory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
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
    private final AdminJson json;
    private final Clock clock = Clock.systemUTC();

    ThroughputController(History history, AdminJson json) {
        this.history = history;
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
                        return history.between(asked.from(), asked.to(), asked.step(), asked::wants, now);
                    } catch (InvalidHistoryException e) {
                        throw Problem.invalid(e.field(), e.field() + " " + e.getMessage());
                    }
                })
                .subscribeOn(Schedulers.boundedElastic());
    }
}
