package io.tokenrouter.bench.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RoutingCommandTest {

    @Test
    void allWaysToRunTheDemoPairWriteTheSameAndEveryRowHasItsKeys(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("routing.json");

        int exit = Main.run(
                "routing",
                "--requests",
                "1,2",
                "--problems",
                "3",
                "--rounds",
                "1",
                "--warm-up",
                "0",
                "--json",
                file.toString());

        assertThat(exit).as("it ends with an error where answers differ").isZero();
        JsonNode rows = JsonMapper.shared().readTree(Files.readString(file)).get("rows");
        assertThat(rows.valueStream().map(row -> row.get("requests").asInt())).containsExactly(1, 2);
        for (JsonNode row : rows) {
            assertThat(row.propertyNames())
                    .containsExactly(
                            "requests",
                            "routed_tokens_per_s",
                            "naive_tokens_per_s",
                            "lockstep_tokens_per_s",
                            "large_tokens_per_s",
                            "routed_to_naive",
                            "routed_to_lockstep",
                            "routed_to_large",
                            "large_share",
                            "forgetting_tokens_per_s",
                            "routed_to_forgetting",
                            "routed_kv_kib",
                            "forgetting_kv_kib",
                            "saved_per_token",
                            "recomputed_per_token");
            assertThat(row.get("recomputed_per_token").asDouble())
                    .as("what one way keeps the other computes again")
                    .isPositive()
                    .isEqualTo(row.get("saved_per_token").asDouble());
            assertThat(row.get("routed_kv_kib").asDouble()).isPositive();
            assertThat(row.get("routed_tokens_per_s").asDouble()).isPositive();
            assertThat(row.get("large_share").asDouble()).isBetween(0.01, 0.2);
        }
    }
}
