package io.tokenrouter.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchReportTest {

    private static final Machine MACHINE = new Machine("a cpu", 2, List.of("avx2"), 4.0, "an os", "25");

    private final Table table = new Table("format", "batch", "tokens_per_s", "ratio")
            .add("Q8_0", 1, 123.456789, 1.23456)
            .add("F16", 16, Double.NaN, 0.5);

    @Test
    void tableAndFileSayTheSame(@TempDir Path folder) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Path file = folder.resolve("report.json");

        new BenchReport("decode", MACHINE, "abc123")
                .setting("threads", 2)
                .rows(table)
                .table("prefill", new Table("prompt_tokens").add(256))
                .finish(new PrintStream(printed, true, StandardCharsets.UTF_8), file);

        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("""
                | format | batch | tokens_per_s | ratio  |
                | ------ | ----- | ------------ | ------ |
                | Q8_0   |     1 |        123.5 | 1.2346 |
                | F16    |    16 |            - | 0.5000 |
                """, "| prompt_tokens |");
        JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(json.propertyNames()).containsExactly("bench", "machine", "commit", "settings", "rows", "prefill");
        assertThat(json.at("/bench").asString()).isEqualTo("decode");
        assertThat(json.at("/machine/cores").asInt()).isEqualTo(2);
        assertThat(json.at("/commit").asString()).isEqualTo("abc123");
        assertThat(json.at("/rows/0").propertyNames()).containsExactly("format", "batch", "tokens_per_s", "ratio");
        assertThat(json.at("/rows/0/ratio").asDouble()).isEqualTo(1.2346);
        assertThat(json.at("/rows/1/tokens_per_s").isNull()).isTrue();
        assertThat(json.at("/prefill/0/prompt_tokens").asInt()).isEqualTo(256);
    }

    @Test
    void aRowMustHaveAllColumns() {
        assertThatIllegalArgumentException().isThrownBy(() -> table.add("Q8_0", 1));
    }

    @Test
    void thisMachineHasANameAndCores() {
        Machine here = Machine.here();

        assertThat(here.cpu()).isNotBlank();
        assertThat(here.cores()).isPositive();
        assertThat(here.memoryGib()).isPositive();
    }

    @Test
    void aFolderWithoutGitHasAnUnknownCommit(@TempDir Path folder) {
        assertThat(Commit.of(folder)).isEqualTo("unknown");
    }
}
