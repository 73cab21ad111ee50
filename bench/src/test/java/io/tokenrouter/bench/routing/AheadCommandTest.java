package io.tokenrouter.bench.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AheadCommandTest {

    @Test
    void workAheadLeavesTheAnswersOfTheDemoPairAndASharedDeviceAsTheyAre(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("ahead.json");

        int exit = Main.run(
                "ahead",
                "--models",
                "demo",
                "--requests",
                "2",
                "--problems",
                "3",
                "--rounds",
                "1",
                "--json",
                file.toString());

        assertThat(exit).as("it ends with an error where answers differ").isZero();
        JsonNode rows = JsonMapper.shared().readTree(Files.readString(file)).get("rows");
        assertThat(rows.valueStream().map(row -> row.get("device").asString())).containsExactly("shared", "separate");
        assertThat(rows.get(0).get("tried_per_token").asDouble()).isZero();
        for (JsonNode row : rows) {
            assertThat(row.get("agreed").asDouble()).isBetween(0.0, 1.0);
            assertThat(row.get("large_share").asDouble()).isBetween(0.01, 0.2);
        }
    }

    @ParameterizedTest
    @CsvSource({"--rounds, 0", "--problems, 0", "--requests, 0", "--shares, 1.5", "--agreed, 7"})
    void whatCannotBeMeasuredIsRefused(String option, String value) {
        assertThat(Main.run("ahead", option, value)).isEqualTo(2);
    }
}
