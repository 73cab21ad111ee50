package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.history.HistoryRetention;
import io.tokenrouter.app.history.InvalidRetentionException;
import io.tokenrouter.app.history.RetentionService;
import io.tokenrouter.app.persistence.StaleVersionException;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
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

/** How long throughput is kept, and what an operator decides about it. */
@RestController
@RequestMapping("/api/admin/throughput/retention")
class RetentionController {

    private final RetentionService retention;
    private final AdminJson json;

    RetentionController(RetentionService retention, AdminJson json) {
        this.retention = retention;
        this.json = json;
    }

    /** Seconds that each resolution is kept. */
    record View(long samplesSeconds, long minutesSeconds, long hoursSeconds, String origin) {

        static View of(HistoryRetention retention) {
            return new View(
                    retention.samples().toSeconds(),
                    retention.minutes().toSeconds(),
                    retention.hours().toSeconds(),
                    retention.version() == 0 ? "configuration" : "operator");
        }
    }

    @GetMapping
    Mono<ResponseEntity<byte[]>> read() {
        return Mono.fromCallable(() -> answer(retention.load())).subscribeOn(Schedulers.boundedElastic());
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> decide(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return Mono.fromCallable(() -> answer(decide(actor, Etags.expected(ifMatch), AdminFields.of(body))))
                .onErrorMap(StaleVersionException.class, Problem::stale)
                .subscribeOn(Schedulers.boundedElastic());
    }

    private HistoryRetention decide(Actor actor, OptionalLong expected, AdminFields fields) {
        String reason = fields.reason();
        Duration samples = seconds(fields, "samples_seconds");
        Duration minutes = seconds(fields, "minutes_seconds");
        Duration hours = seconds(fields, "hours_seconds");
        fields.refuseRest();
        try {
            return retention.decide(actor, expected, samples, minutes, hours, reason);
        } catch (InvalidRetentionException e) {
            String field = e.field() + "_seconds";
            throw Problem.invalid(field, field + " " + e.getMessage());
        }
    }

    private static Duration seconds(AdminFields fields, String name) {
        Integer seconds = fields.integer(name);
        if (seconds == null) {
            throw Problem.invalid(name, name + " must be given, and be a whole number of seconds");
        }
        return Duration.ofSeconds(seconds);
    }

    private ResponseEntity<byte[]> answer(HistoryRetention now) {
        return json.ok().eTag(Etags.of(now.version())).body(json.write(View.of(now)));
    }
}
