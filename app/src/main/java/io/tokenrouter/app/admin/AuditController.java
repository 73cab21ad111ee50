package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.AuditEntry;
import io.tokenrouter.app.accounts.AuditQuery;
import io.tokenrouter.app.accounts.AuditReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Who changed what. Entries can be read, never changed. */
@RestController
class AuditController {

    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final AuditReader audit;
    private final Accounts accounts;
    private final AdminJson json;

    AuditController(AuditReader audit, Accounts accounts, AdminJson json) {
        this.audit = audit;
        this.accounts = accounts;
        this.json = json;
    }

    /**
     * @param total entries that fit, on all pages
     * @param next {@code before} of the next page; null on the last
     */
    record Page(
            List<AuditEntry> entries, long total, @Nullable Long next) {}

    @GetMapping("/api/admin/audit")
    Mono<ResponseEntity<byte[]>> entries(
            @ModelAttribute AuditParameters parameters, @RequestParam MultiValueMap<String, String> given) {
        ParameterNames.check(given.keySet(), AuditParameters.NAMES);
        AuditQuery query = parameters.query();
        return Mono.fromSupplier(() -> {
                    List<AuditEntry> entries = found(query);
                    Long next = entries.size() < query.most()
                            ? null
                            : (Long) entries.getLast().id();
                    return json.ok().body(json.write(new Page(entries, audit.count(query), next)));
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** The same as a file, as many entries as a page may have. */
    @GetMapping("/api/admin/audit.csv")
    Mono<ResponseEntity<byte[]>> csv(
            @ModelAttribute AuditParameters parameters, @RequestParam MultiValueMap<String, String> given) {
        ParameterNames.check(given.keySet(), AuditParameters.NAMES);
        AuditQuery asked = parameters.query();
        AuditQuery query = new AuditQuery(
                asked.text(),
                asked.actor(),
                asked.topic(),
                asked.from(),
                asked.until(),
                asked.before(),
                AuditQuery.MOST);
        return Mono.fromSupplier(() -> ResponseEntity.ok()
                        .contentType(CSV)
                        .header(HttpHeaders.CACHE_CONTROL, "no-store")
                        .header(
                                HttpHeaders.CONTENT_DISPOSITION,
                                ContentDisposition.attachment()
                                        .filename("audit.csv")
                                        .build()
                                        .toString())
                        .body(AuditCsv.of(found(query), json).getBytes(StandardCharsets.UTF_8)))
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** An actor without an entry is no mistake where it is somebody's name. */
    private List<AuditEntry> found(AuditQuery query) {
        List<AuditEntry> entries = audit.entries(query);
        String actor = query.actor();
        if (actor != null && entries.isEmpty() && accounts.find(actor).isEmpty()) {
            List<String> known = audit.actors();
            if (!known.contains(actor)) {
                throw Problem.unknown("actor", actor, known);
            }
        }
        return entries;
    }
}
