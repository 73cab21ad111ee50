package io.tokenrouter.bench.soak;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the server holds at a moment without requests.
 *
 * @param metrics series by name and labels
 * @param threads by kind of their name; empty where the process is not known
 */
record ServerState(Map<String, Double> metrics, Map<String, Long> threads) {

    private static final Pattern SERIES = Pattern.compile("([a-z_]+(?:\\{[^}]*})?) (\\S+)");
    private static final double MIB = 1 << 20;

    /** Reads it; collects garbage before where the process is known. */
    static ServerState of(Api api, JvmProcess process) throws IOException {
        process.collectGarbage();
        return new ServerState(series(api), process.threads());
    }

    private static Map<String, Double> series(Api api) throws IOException {
        Map<String, Double> series = new TreeMap<>();
        api.metrics().lines().forEach(line -> {
            Matcher found = SERIES.matcher(line);
            if (found.matches()) {
                series.put(found.group(1), Double.parseDouble(found.group(2)));
            }
        });
        return series;
    }

    /** Whether no generation runs or waits, and no other client is connected. */
    boolean isQuiet() {
        return sum("tokenrouter_requests_running") + sum("tokenrouter_requests_waiting") == 0 && connections() <= 1;
    }

    /** The one that asks is among them. */
    double connections() {
        return sum("tokenrouter_http_connections");
    }

    /** Sum over all models of the share of their blocks that generations hold. */
    double heldBlocks() {
        return sum("tokenrouter_kv_cache_usage_ratio");
    }

    double tokens() {
        return sum("tokenrouter_generation_tokens_total");
    }

    double busyConnectionsOfDatabase() {
        return sum("hikaricp_connections_active");
    }

    double lostRecords() {
        return sum("tokenrouter_records_dropped_total") + sum("tokenrouter_samples_dropped_total");
    }

    double heapMib() {
        return metrics.entrySet().stream()
                        .filter(each -> each.getKey().startsWith("jvm_memory_used_bytes{area=\"heap\""))
                        .mapToDouble(Map.Entry::getValue)
                        .sum()
                / MIB;
    }

    long threadCount() {
        return threads.isEmpty()
                ? Math.round(sum("jvm_threads_live_threads"))
                : threads.values().stream().mapToLong(Long::longValue).sum();
    }

    private double sum(String name) {
        return metrics.entrySet().stream()
                .filter(each -> each.getKey().equals(name) || each.getKey().startsWith(name + "{"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
