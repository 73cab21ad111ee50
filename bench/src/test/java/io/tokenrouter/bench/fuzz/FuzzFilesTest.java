package io.tokenrouter.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import io.tokenrouter.engine.fixtures.DemoModels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FuzzFilesTest {

    @TempDir
    Path folder;

    @Test
    void aShortRunFindsNothingAndCountsItsTries() throws Exception {
        Path json = folder.resolve("fuzz.json");
        int exit = Main.run(
                "fuzz-files",
                "--minutes",
                "10",
                "--tries",
                "20",
                "--model",
                DemoModels.SMALL.toString(),
                "--json",
                json.toString());

        JsonNode row = JsonMapper.shared().readTree(Files.readString(json)).at("/rows/0");
        assertThat(row.path("failures").asInt(-1)).as("%s", row).isZero();
        assertThat(exit).isZero();
        assertThat(row.path("tries").asInt()).isEqualTo(20);
        assertThat(row.path("refused").asInt()).isBetween(1, 20);
    }

    @Test
    void whatIsExpensiveIsAFailure() {
        assertThat(Main.run("fuzz-files", "--most-mib", "0", "--tries", "3", "--model", DemoModels.SMALL.toString()))
                .isEqualTo(1);
    }
}
