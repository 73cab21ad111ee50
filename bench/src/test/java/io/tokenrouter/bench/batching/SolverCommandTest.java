package io.tokenrouter.bench.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SolverCommandTest {

    @TempDir
    Path folder;

    @Test
    void timesTheFirstChoiceAndLaterOnes() throws Exception {
        Path json = folder.resolve("solver.json");

        assertThat(Main.run(
                        "solver",
                        "--device",
                        "shared",
                        "--curve",
                        "G",
                        "--requests",
                        "16",
                        "--share",
                        "0.1",
                        "--choices",
                        "3",
                        "--json",
                        json.toString()))
                .isZero();

        JsonNode row =
                JsonMapper.shared().readTree(Files.readString(json)).get("rows").get(0);
        assertThat(row.get("first_cpu_s").asDouble()).isPositive();
        assertThat(row.get("later_cpu_s").asDouble()).isPositive();
        assertThat(row.get("gain").asDouble()).as("over greedy, by waiting").isGreaterThan(1);
        assertThat(row.get("settings").asString()).isEqualTo("SharedThreshold");
    }
}
