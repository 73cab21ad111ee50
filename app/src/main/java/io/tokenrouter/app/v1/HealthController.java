package io.tokenrouter.app.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.app.serving.ServingStatus;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * For load balancers: 200 while requests are taken, something is loaded that answers them, and no model is stuck, else 503. What could
 * not be loaded is named; the rest is answered all the same.
 */
@RestController
class HealthController {

    private final ServingStatus status;
    private final ServingCatalog catalog;

    HealthController(ServingStatus status, ServingCatalog catalog) {
        this.status = status;
        this.catalog = catalog;
    }

    /** @param failed ids of what could not be loaded; left out if there is none */
    record Health(
            String status,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> failed) {}

    @GetMapping("/health")
    ResponseEntity<Health> health() {
        return switch (status.phase()) {
            case READY -> ofReady();
            case LOADING -> unavailable("loading", 2);
            case DRAINING -> unavailable("draining", 5);
        };
    }

    private ResponseEntity<Health> ofReady() {
        List<String> stuck = status.stuckModels();
        if (!stuck.isEmpty()) {
            return unavailable("stuck: " + String.join(", ", stuck), 10);
        }
        if (catalog.all().isEmpty()) {
            return unavailable("no model is loaded", 10);
        }
        List<String> failed = catalog.failed();
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Health(failed.isEmpty() ? "ok" : "degraded", failed));
    }

    private ResponseEntity<Health> unavailable(String word, int retryAfterSeconds) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .contentType(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.RETRY_AFTER, Integer.toString(retryAfterSeconds))
                .body(new Health(word, catalog.failed()));
    }
}
