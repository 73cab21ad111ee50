package io.tokenrouter.bench.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BatchingCommandTest {

    @Test
    void profilesAndTheDemoPairRunAndEveryRowHasItsKeys(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("batching.json");

        int exit = Main.run(
                "batching",
                "--requests",
                "1,4",
                "--shares",
                "0.3",
                "--slow",
                "0.05",
                "--seconds",
                "0.05",
                "--warm-up",
                "0.2",
                "--json",
                file.toString());

        assertThat(exit).isZero();
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        JsonNode rows = report.get("rows");
        assertThat(rows.valueStream()
                        .map(row -> row.get("executor").asString() + " "
                                + row.get("device").asString() + " "
                                + row.get("workload").asString() + " "
                                + row.get("requests").asInt()))
                .containsExactly(
                        "profile separate reasoning 1",
                        "profile separate reasoning 4",
                        "profile separate agent 1",
                        "profile separate agent 4",
                        "profile shared reasoning 1",
                        "profile shared reasoning 4",
                        "profile shared agent 1",
                        "profile shared agent 4",
                        "cpu shared reasoning 1",
                        "cpu shared reasoning 4");
        for (JsonNode row : rows) {
            assertThat(row.propertyNames())
                    .containsExactly(
                            "executor",
                            "device",
                            "requests",
                            "large_share",
                            "workload",
                            "predicted_tokens_per_s",
                            "measured_tokens_per_s",
                            "greedy_tokens_per_s",
                            "lockstep_tokens_per_s",
                            "one_at_a_time_tokens_per_s",
                            "per_user_tokens_per_s",
                            "settings");
            boolean knowsCurves = row.get("executor").asString().equals("profile");
            assertThat(row.get("predicted_tokens_per_s").asDouble(1)).isPositive();
            assertThat(row.get("predicted_tokens_per_s").isNull() && knowsCurves)
                    .isFalse();
            assertThat(row.get("settings").asString()).isNotBlank();
        }
        assertThat(report.get("published")).as("at 4 requests").hasSize(5);
        assertThat(report.get("prediction_errors")).hasSize(6);
    }
}
