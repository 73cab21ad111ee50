package io.tokenrouter.app.admin;

import io.tokenrouter.app.keys.ApiKey;
import io.tokenrouter.app.keys.KeyService;
import io.tokenrouter.app.persistence.UsageStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

/** What each key used, by pair or model and day (UTC); without parameters of this month. */
@RestController
class UsageController {

    private static final int MOST_DAYS = 366;
    private static final int MOST_ROWS = 50_000;
    private static final List<String> NAMES = List.of("from", "to");
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final UsageStore usage;
    private final KeyService keys;
    private final AdminJson json;
    private final Clock clock = Clock.systemUTC();

    UsageController(UsageStore usage, KeyService keys, AdminJson json) {
        this.usage = usage;
        this.keys = keys;
        this.json = json;
    }

    /** Both days included. */
    record Report(LocalDate from, LocalDate to, List<UsageView> usage) {}

    @GetMapping("/api/admin/usage")
    Mono<ResponseEntity<byte[]>> usage(@RequestParam MultiValueMap<String, String> given) {
        return report(given).map(report -> json.ok().body(json.write(report)));
    }

    @GetMapping("/api/admin/usage.csv")
    Mono<ResponseEntity<byte[]>> csv(@RequestParam MultiValueMap<String, String> given) {
        return report(given)
                .map(report -> ResponseEntity.ok()
                        .contentType(CSV)
                        .header(HttpHeaders.CACHE_CONTROL, "no-store")
                        .header(
                                HttpHeaders.CONTENT_DISPOSITION,
                                ContentDisposition.attachment()
                                        .filename("usage-" + report.from() + "-" + report.to() + ".csv")
                                        .build()
                                        .toString())
                        .body(UsageCsv.of(report.usage()).getBytes(StandardCharsets.UTF_8)));
    }

    private Mono<Report> report(MultiValueMap<String, String> given) {
        ParameterNames.check(given.keySet(), NAMES);
        String from = given.getFirst("from");
        String to = given.getFirst("to");
        return Mono.fromCallable(() -> {
                    LocalDate last = to == null ? LocalDate.now(clock) : day("to", to);
                    LocalDate first = from == null ? last.withDayOfMonth(1) : day("from", from);
                    if (first.isAfter(last)) {
                        throw Problem.endsBeforeItBegins();
                    }
                    if (first.plusDays(MOST_DAYS).isBefore(last)) {
                        throw Problem.invalid("from", "from must be at most " + MOST_DAYS + " days before to");
                    }
                    Map<String, ApiKey> known = keys.all().stream()
                            .collect(Collectors.toMap(key -> key.id().toString(), key -> key));
                    List<UsageView> rows = usage.between(first, last, MOST_ROWS + 1).stream()
                            .map(row -> UsageView.of(row, known.get(row.caller())))
                            .toList();
                    if (rows.size() > MOST_ROWS) {
                        throw Problem.invalid(
                                "from", "from must be later: these days have more than " + MOST_ROWS + " rows");
                    }
                    return new Report(first, last, rows);
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private static LocalDate day(String name, String text) {
        try {
            return TimeRange.day(text);
        } catch (DateTimeException e) {
            throw Problem.invalid(name, name + " must be a day such as 2026-11-30, " + TimeRange.WORDS);
        }
    }
}
