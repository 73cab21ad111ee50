package io.tokenrouter.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What counts as a leak. */
class LeftBehindTest {

    private static final double MIB = 1 << 20;

    private final Map<String, Double> metrics = new HashMap<>(Map.of(
            "tokenrouter_http_connections", 1.0,
            "tokenrouter_kv_cache_usage_ratio{model=\"small\"}", 0.0,
            "tokenrouter_generation_tokens_total{model=\"small\",target=\"duo\"}", 1_000.0,
            "jvm_memory_used_bytes{area=\"heap\",id=\"old\"}", 200 * MIB,
            "jvm_memory_used_bytes{area=\"nonheap\",id=\"code\"}", 10 * MIB));
    private final Map<String, Long> threads = new HashMap<>(Map.of("worker-#", 4L, "main", 1L));
    private final ServerState before = state();

    @Test
    void whatIsAsBeforeIsNoLeakAndNeitherIsAThreadLessOrALittleHeap() {
        threads.put("worker-#", 3L);
        metrics.put("jvm_memory_used_bytes{area=\"heap\",id=\"old\"}", 220 * MIB);
        metrics.put("jvm_memory_used_bytes{area=\"nonheap\",id=\"code\"}", 900 * MIB);
        metrics.put("tokenrouter_generation_tokens_total{model=\"small\",target=\"duo\"}", 3_000.0);

        LeftBehind left = left();
        assertThat(left.leaks()).isEmpty();
        assertThat(left.tokensPerSecond()).isEqualTo(200);
    }

    @Test
    void everyKindOfLeakIsNamed() {
        threads.put("new-#", 2L);
        metrics.put("jvm_memory_used_bytes{area=\"heap\",id=\"old\"}", 240 * MIB);
        metrics.put("tokenrouter_kv_cache_usage_ratio{model=\"small\"}", 0.01);
        metrics.put("tokenrouter_http_connections", 2.0);
        metrics.put("hikaricp_connections_active{pool=\"database\"}", 1.0);
        metrics.put("tokenrouter_records_dropped_total", 1.0);

        assertThat(left().leaks())
                .hasSize(6)
                .anyMatch(leak -> leak.contains("2 threads more of the kind 'new-#'"))
                .anyMatch(leak -> leak.contains("heap"))
                .anyMatch(leak -> leak.contains("KV blocks"))
                .anyMatch(leak -> leak.contains("connections are left"))
                .anyMatch(leak -> leak.contains("database"))
                .anyMatch(leak -> leak.contains("records"));
    }

    private LeftBehind left() {
        return new LeftBehind(before, state(), 10, 32);
    }

    private ServerState state() {
        return new ServerState(Map.copyOf(metrics), Map.copyOf(threads));
    }
}
