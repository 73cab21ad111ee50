package io.tokenrouter.app.admin;

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
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Who changed what. Entries can be read, never changed. */
@RestController
class AuditController {

    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final AuditReader audit;
    private final AdminJson json;

    AuditController(AuditReader audit, AdminJson json) {
        this.audit = audit;
        this.json = json;
    }

    /**
     * @param total entries that fit, on all pages
     * @param next {@code before} of the next page; null on the last
     */
    record Page(
            List<AuditEntry> entries, long total, @Nullable Long next) {}

    @GetMapping("/api/admin/audit")
    Mono<ResponseEntity<byte[]>> entries(@ModelAttribute AuditParameters parameters) {
        AuditQuery query = parameters.query();
        return Mono.fromSupplier(() -> {
                    List<AuditEntry> entries = audit.entries(query);
                    Long next = entries.size() < query.most()
                            ? null
                            : (Long) entries.getLast().id();
                    return json.ok().body(json.write(new Page(entries, audit.count(query), next)));
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** The same as a file, as many entries as a page may have. */
    @GetMapping("/api/admin/audit.csv")
    Mono<ResponseEntity<byte[]>> csv(@ModelAttribute AuditParameters parameters) {
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
                        .body(AuditCsv.of(audit.entries(query), json).getBytes(StandardCharsets.UTF_8)))
                .subscribeOn(Schedulers.boundedElastic());
    }
}
