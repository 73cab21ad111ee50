package io.tokenrouter.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OverheadCommandTest {

    @Test
    void everyWidthAndShareHasARow(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("overhead.json");

        int exit = Main.run(
                "overhead",
                "--requests",
                "1,8",
                "--share",
                "0.3",
                "--tokens",
                "800",
                "--small-ms",
                "0.1",
                "--large-ms",
                "0.2",
                "--json",
                file.toString());

        assertThat(exit).isZero();
        JsonNode rows = JsonMapper.shared().readTree(Files.readString(file)).get("rows");
        assertThat(rows.valueStream().map(row -> row.get("tokens").asInt())).containsExactly(800, 800);
        for (JsonNode row : rows) {
            assertThat(row.get("cpu_us_per_token").asDouble()).isPositive();
            assertThat(row.get("mean_rows_small").asDouble())
                    .isBetween(0.9, row.get("requests").asDouble());
        }
    }
}
