package io.tokenrouter.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every query of the Grafana dashboard finds its metrics and labels on a server that has answered requests. */
class DashboardTest {

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final MetricsClient client = new MetricsClient(server);

    @Test
    void asksOnlyForWhatThereIs() throws Exception {
        client.ask("demo");
        client.ask("demo-large");
        Exposition exposition = client.scrape("/metrics");
        JsonNode dashboard = JsonMapper.builder()
                .build()
                .readTree(TestFolders.repository()
                        .resolve("dashboards/tokenrouter.json")
                        .toFile());

        List<String> queries = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(target.path("expr").stringValue());
            }
        }
        assertThat(queries).hasSizeGreaterThan(30);
        for (String query : queries) {
            verify(query, Promql.parse(query), exposition);
        }
        List<String> variables = new ArrayList<>();
        for (JsonNode variable : dashboard.path("templating").path("list")) {
            Matcher values =
                    LABEL_VALUES.matcher(variable.path("query").path("query").stringValue(""));
            if (values.matches()) {
                variables.add(variable.path("name").stringValue());
                assertThat(exposition.labelsOf(values.group(1)))
                        .as(values.group())
                        .isNotEmpty()
                        .allMatch(labels -> labels.contains(values.group(2)));
            }
        }
        assertThat(variables).containsExactly("target", "model");
    }

    private static void verify(String query, Promql parsed, Exposition exposition) {
        assertThat(parsed.selectors()).as(query).isNotEmpty();
        for (Promql.Selector selector : parsed.selectors()) {
            List<Set<String>> labels = exposition.labelsOf(selector.metric());
            assertThat(labels).as("%s in %s", selector.metric(), query).isNotEmpty();
            assertThat(labels).as(query).allMatch(names -> names.containsAll(selector.labels()));
        }
        for (String label : parsed.grouped()) {
            assertThat(parsed.selectors().stream().flatMap(s -> exposition.labelsOf(s.metric()).stream()))
                    .as("%s in %s", label, query)
                    .anyMatch(names -> names.contains(label));
        }
    }

    @Test
    void queriesAreReadRight() {
        Promql query = Promql.parse("histogram_quantile(0.95, sum by (le, model) (rate(a_bucket{x=~\"$x\", y!=\"b{c\"}"
                + "[$__rate_interval]))) / on (target) group_left () avg(b) > 1e3 or c == 2");
        assertThat(query.selectors())
                .containsExactly(
                        new Promql.Selector("a_bucket", Set.of("x", "y")),
                        new Promql.Selector("b", Set.of()),
                        new Promql.Selector("c", Set.of()));
        assertThat(query.grouped()).containsExactlyInAnyOrder("le", "model", "target");
    }
}
