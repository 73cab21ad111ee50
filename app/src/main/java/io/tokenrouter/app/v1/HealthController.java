package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.ServingStatus;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** For load balancers: 200 while requests are taken and no model is stuck, else 503. */
@RestController
class HealthController {

    private final ServingStatus status;

    HealthController(ServingStatus status) {
        this.status = status;
    }

    @GetMapping("/health")
    ResponseEntity<Map<String, String>> health() {
        return switch (status.phase()) {
            case READY ->
                status.stuckModels().isEmpty()
                        ? ResponseEntity.ok()
                                .contentType(MediaType.APPLICATION_JSON)
                                .body(Map.of("status", "ok"))
                        : unavailable("stuck: " + String.join(", ", status.stuckModels()), 10);
            case LOADING -> unavailable("loading", 2);
            case DRAINING -> unavailable("draining", 5);
        };
    }

    private static ResponseEntity<Map<String, String>> unavailable(String word, int retryAfterSeconds) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .contentType(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.RETRY_AFTER, Integer.toString(retryAfterSeconds))
                .body(Map.of("status", word));
    }
}
