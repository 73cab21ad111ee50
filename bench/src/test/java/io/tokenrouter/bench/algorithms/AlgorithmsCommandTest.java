package io.tokenrouter.bench.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AlgorithmsCommandTest {

    @Test
    void everyAlgorithmRunsAndRoutingByQuestionGetsTheSharesOfRoutingByToken(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("algorithms.json");
        Path svg = folder.resolve("curve.svg");

        int exit = Main.run(
                "algorithms",
                "--problems",
                "2",
                "--timed",
                "1",
                "--rounds",
                "1",
                "--json",
                file.toString(),
                "--svg",
                svg.toString());

        assertThat(exit)
                .as("it ends with an error where the naive way writes something else")
                .isZero();
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        List<JsonNode> rows = report.get("rows").valueStream().toList();
        assertThat(rows.stream().map(row -> row.get("algorithm").asString()).distinct())
                .startsWith("small", "large")
                .containsAll(BuiltIns.NAMES)
                .endsWith("query-entropy", "query-random");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.propertyNames())
                    .containsExactly(
                            "algorithm",
                            "options",
                            "accuracy",
                            "large_share",
                            "switches_per_answer",
                            "tokens_per_s",
                            "naive_tokens_per_s",
                            "ratio_naive");
            assertThat(row.get("tokens_per_s").asDouble()).isPositive();
            assertThat(row.get("ratio_naive").asDouble()).isPositive();
        });
        assertThat(rows.get(0).get("large_share").asDouble()).isZero();
        assertThat(rows.get(1).get("large_share").asDouble()).isEqualTo(1);
        assertThat(rows.stream().filter(row -> row.get("algorithm").asString().startsWith("query")))
                .as("one model writes a whole answer")
                .allSatisfy(row ->
                        assertThat(row.get("switches_per_answer").asDouble()).isZero());
        assertThat(report.get("same_share").size())
                .as("all that use both models")
                .isGreaterThan(20);
        assertThat(Files.readString(svg)).contains("query-entropy", "uncertainty, switch", "large model alone");
    }

    @Test
    void anUnknownAlgorithmIsRefused() {
        assertThat(Main.run("algorithms", "--algorithms", "guess")).isEqualTo(2);
        assertThat(Main.run("algorithms", "--problems", "3", "--timed", "4")).isEqualTo(2);
    }
}
