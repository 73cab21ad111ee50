package io.tokenrouter.ui;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The admin API as far as the page of batching needs it. Figures are made up from the number of requests. */
@RestController
class ScriptedAdmin {

    private final ScriptedBatching batching;

    ScriptedAdmin(ConsoleBatching batching) {
        this.batching = (ScriptedBatching) batching;
    }

    @GetMapping("/api/admin/batching/whatif")
    Map<String, Object> whatIf(@RequestParam String requests, @RequestParam double share) {
        List<Map<String, Object>> forecasts = Arrays.stream(requests.split(","))
                .map(Integer::valueOf)
                .sorted()
                .map(n -> forecast(n, share))
                .toList();
        return Map.of("forecasts", forecasts);
    }

    private static Map<String, Object> forecast(int n, double share) {
        double greedy = 1000 * n / (6.3 + share * 27.7) / (1 + share);
        return Map.of(
                "requests", n,
                "tuned", way(n, greedy * (1 + 0.2 * (1 - 1.0 / n))),
                "greedy", way(n, greedy),
                "lockstep", way(n, greedy / (1 + n / 40.0)),
                "one_at_a_time", way(n, greedy / n),
                "settings", "large from " + (n + 1) / 2,
                "why", "a large step takes 27.7 ms for 1 request and 29.3 ms for " + n);
    }

    private static Map<String, Object> way(int n, double speed) {
        return Map.of("tokens_per_second", speed, "tokens_per_second_each", speed / n, "p99_gap_millis", 40.0 + n);
    }

    @PutMapping("/api/admin/batching/{pair}")
    ResponseEntity<Map<String, Object>> put(
            @PathVariable String pair,
            @RequestHeader("If-Match") String version,
            @RequestBody Map<String, Object> body) {
        if (!version.equals("\"" + batching.pairs().getFirst().version() + "\"")) {
            return ResponseEntity.status(412)
                    .body(Map.of("title", "Somebody else changed it", "detail", "Your version is not the newest."));
        }
        Object policy = body.get("policy");
        PairBatching decided = policy == null
                ? batching.decide("self-tuned", "shared-threshold", Map.of(), "large from 9")
                : batching.decide("pinned", policy.toString(), Map.of(), policy.toString());
        return ResponseEntity.ok()
                .header(HttpHeaders.ETAG, "\"" + decided.version() + "\"")
                .body(Map.of("mode", decided.mode(), "version", decided.version(), "settings", decided.settings()));
    }
}
