package io.tokenrouter.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The names are frozen: dashboards and alerts of operators rely on them. What this list, {@code docs/metrics.md} and a running
 * server say is the same; a name may be added to all three, never changed or taken away.
 */
class MetricNamesTest {

    private static final String FROZEN = """
            tokenrouter_answers_missing_total counter model target
            tokenrouter_batching_pinned gauge pair
            tokenrouter_batching_policy gauge pair policy
            tokenrouter_catch_up_tokens_total counter model
            tokenrouter_database_up gauge
            tokenrouter_discarded_tokens_total counter model
            tokenrouter_e2e_request_latency_seconds histogram target
            tokenrouter_extend_tokens_total counter model
            tokenrouter_fused_rows_total counter model
            tokenrouter_generation_tokens_total counter model target
            tokenrouter_graph_captured_steps_total counter model
            tokenrouter_graph_plain_steps_total counter model
            tokenrouter_graph_replayed_steps_total counter model
            tokenrouter_http_connections gauge
            tokenrouter_http_connections_cut_total counter reason
            tokenrouter_http_connections_refused_total counter
            tokenrouter_inter_token_latency_seconds histogram target
            tokenrouter_kept_block_seconds_total counter model
            tokenrouter_kept_blocks gauge model
            tokenrouter_kept_tokens_total counter model
            tokenrouter_kv_cache_usage_ratio gauge model
            tokenrouter_measured_tokens_per_second gauge pair
            tokenrouter_predicted_tokens_per_second gauge pair
            tokenrouter_prefill_tokens_total counter model
            tokenrouter_prefix_cache_hit_tokens_total counter model
            tokenrouter_prompt_tokens_total counter target
            tokenrouter_recomputed_tokens_total counter model
            tokenrouter_records_dropped_total counter
            tokenrouter_request_decode_time_seconds histogram target
            tokenrouter_request_generation_tokens histogram target
            tokenrouter_request_prefill_time_seconds histogram target
            tokenrouter_request_prompt_tokens histogram target
            tokenrouter_request_queue_time_seconds histogram target
            tokenrouter_request_time_per_output_token_seconds histogram target
            tokenrouter_requests_refused_total counter kind
            tokenrouter_requests_running gauge
            tokenrouter_requests_total counter outcome target
            tokenrouter_requests_waiting gauge
            tokenrouter_returns_total counter model
            tokenrouter_routes_dropped_total counter
            tokenrouter_rows_running gauge model
            tokenrouter_rows_waiting gauge model
            tokenrouter_run_ahead_dropped_tokens_total counter model
            tokenrouter_run_ahead_kept_tokens_total counter model
            tokenrouter_run_ahead_tokens_total counter model
            tokenrouter_samples_dropped_total counter
            tokenrouter_side_branch_tokens_total counter model
            tokenrouter_signals_dropped_total counter
            tokenrouter_step_held_seconds_total counter model
            tokenrouter_step_rows histogram model
            tokenrouter_step_seconds histogram model
            tokenrouter_switches_total counter target
            tokenrouter_time_to_first_token_seconds histogram target
            tokenrouter_warm_tokens_total counter model
            """;

    /** Histograms of Micrometer bring a gauge of their recent maximum each. */
    private static final String MAXIMUM = "_max";

    private static final Pattern ROW =
            Pattern.compile("\\| `(tokenrouter_\\w+)` \\| (\\w+) \\| [^|]+ \\|([^|]*)\\| [^|]+ \\|");
    private static final Pattern QUOTED = Pattern.compile("`(\\w+)`");

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private static MetricsClient client;

    @BeforeAll
    static void answerSomething() throws Exception {
        client = new MetricsClient(server);
        for (String target : List.of("demo", "demo-small", "demo-large")) {
            client.ask(target);
        }
    }

    @Test
    void theServerSaysWhatIsFrozen() throws Exception {
        Exposition exposition = client.scrape("/metrics");
        Set<String> found = new TreeSet<>();
        exposition.types().forEach((name, type) -> {
            if (name.startsWith("tokenrouter_") && !name.endsWith(MAXIMUM)) {
                found.add(line(name, type, labels(exposition, name, type)));
            }
        });
        assertThat(String.join("\n", found) + "\n").isEqualTo(FROZEN);
    }

    @Test
    void theDocumentSaysTheSame() throws IOException {
        Set<String> documented = new TreeSet<>();
        Files.readAllLines(TestFolders.repository().resolve("docs/metrics.md")).forEach(line -> {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                Set<String> labels = QUOTED.matcher(row.group(3))
                        .results()
                        .map(label -> label.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));
                documented.add(line(row.group(1), row.group(2), labels));
            }
        });
        assertThat(String.join("\n", documented) + "\n").isEqualTo(FROZEN);
    }

    @Test
    void latenciesHaveTheBoundsOfVllm() throws Exception {
        Exposition exposition = client.scrape("/metrics");
        assertThat(bounds(exposition, "time_to_first_token_seconds"))
                .contains(0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0)
                .contains(20.0, 40.0, 80.0, 160.0, 640.0, 2560.0);
        assertThat(bounds(exposition, "inter_token_latency_seconds"))
                .contains(0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0)
                .contains(20.0, 40.0, 80.0);
        for (String name : List.of("e2e_request_latency_seconds", "request_queue_time_seconds")) {
            assertThat(bounds(exposition, name))
                    .contains(0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0)
                    .contains(120.0, 240.0, 480.0, 960.0, 1920.0, 7680.0);
        }
    }

    @Test
    void bothAddressesSayTheSame() throws Exception {
        Set<String> before;
        Set<String> other;
        Set<String> after = ours(client.scrape("/metrics").series());
        // what is counted at the end of an answer may come a moment after it
        do {
            before = after;
            other = ours(client.scrape("/actuator/prometheus").series());
            after = ours(client.scrape("/metrics").series());
        } while (!after.equals(before));
        assertThat(other).isEqualTo(after);
        assertThat(client.get("/metrics").headers().firstValue("content-type"))
                .isEqualTo(client.get("/actuator/prometheus").headers().firstValue("content-type"));
    }

    @Test
    void nothingThatACallerWritesBecomesALabel() throws Exception {
        Set<String> known = served(client.scrape("/metrics"));
        for (int i = 0; i < 20; i++) {
            String name = "stranger-" + i;
            client.post("/v1/completions", "{\"model\": \"" + name + "\", \"prompt\": \"" + name + "\"}");
            client.post(
                    "/v1/completions",
                    "{\"model\": \"demo\", \"prompt\": \"a\", \"max_tokens\": 1, \"user\": \"" + name
                            + "\", \"routing\": {\"policy\": \"" + name + "\"}}");
            client.get("/" + name);
            client.get("/v1/models/" + name);
            client.send(HttpRequest.newBuilder(server.uri().resolve("/" + name))
                    .method("STRANGER" + i, HttpRequest.BodyPublishers.noBody()));
        }
        Exposition exposition = client.scrape("/metrics");
        assertThat(exposition.series()).noneMatch(series -> series.toLowerCase().contains("stranger"));
        assertThat(served(exposition)).isEqualTo(known).contains("demo", "demo-small", "demo-large");
    }

    /** What labels say is served, or was: tests that run before may have registered more. */
    private static Set<String> served(Exposition exposition) {
        return exposition.samples().stream()
                .filter(sample -> sample.name().startsWith("tokenrouter_"))
                .flatMap(sample -> sample.labels().entrySet().stream())
                .filter(label -> Set.of("target", "model", "pair").contains(label.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }

    private static String line(String name, String type, Set<String> labels) {
        return (name + " " + type + " " + String.join(" ", labels)).strip();
    }

    private static Set<String> labels(Exposition exposition, String name, String type) {
        List<Set<String>> labels = exposition.labelsOf(type.equals("histogram") ? name + "_count" : name);
        assertThat(labels).as("labels of " + name).hasSize(1);
        return new TreeSet<>(labels.getFirst());
    }

    private static Set<Double> bounds(Exposition exposition, String name) {
        return exposition.samples().stream()
                .filter(sample -> sample.name().equals("tokenrouter_" + name + "_bucket"))
                .map(sample -> sample.labels().get("le"))
                .filter(bound -> !bound.equals("+Inf"))
                .map(Double::valueOf)
                .collect(Collectors.toSet());
    }

    private static Set<String> ours(Set<String> series) {
        return series.stream().filter(name -> name.startsWith("tokenrouter_")).collect(Collectors.toSet());
    }
}
