package io.tokenrouter.bench.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.Main;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DecodeSmokeTest {

    private static final RandomModel TINY = new RandomModel(2, 64, 96, 4, 2, 512, 512);

    @TempDir
    private Path folder;

    @Test
    void bothEnginesRunATinyModelAndEveryRowHasItsKeys() throws Exception {
        Path model = folder.resolve("tiny.gguf");
        Path json = folder.resolve("decode.json");
        TINY.write(model, TensorFormat.Q8_0, 1);

        int exit = Main.run(
                "decode",
                "--model",
                model.toString(),
                "--batch",
                "1,3",
                "--rounds",
                "1",
                "--seconds",
                "0.01",
                "--prompt",
                "8",
                "--prefill",
                "40",
                "--threads",
                "1",
                "--json",
                json.toString());

        assertThat(exit).isZero();
        JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(report.at("/bench").asString()).isEqualTo("decode");
        assertThat(report.at("/rows")).hasSize(2);
        for (JsonNode row : report.at("/rows")) {
            assertThat(row.propertyNames())
                    .containsExactly(
                            "format",
                            "batch",
                            "ours_tokens_per_s",
                            "llamacpp_tokens_per_s",
                            "ratio",
                            "allocated_bytes_per_step");
            assertThat(row.get("format").asString()).isEqualTo("Q8_0");
            assertThat(row.get("ours_tokens_per_s").asDouble()).isPositive();
            assertThat(row.get("llamacpp_tokens_per_s").asDouble()).isPositive();
            assertThat(row.get("allocated_bytes_per_step").asLong()).isPositive();
        }
        assertThat(report.at("/prefill/0/prompt_tokens").asInt()).isEqualTo(40);
        assertThat(report.at("/memory/0/weights_mapped_bytes").asLong()).isEqualTo(Files.size(model));
        // two layers, two heads of 16 for keys and for values each, in half precision
        assertThat(report.at("/memory/0/kv_bytes_of_1000_tokens").asLong()).isEqualTo(1000L * 2 * 2 * 2 * 16 * 2);
    }

    @Test
    void aFolderIsMeasuredWithoutAPeer() throws Exception {
        Path json = folder.resolve("folder.json");
        int exit = Main.run(
                "decode",
                "--model",
                SharedFiles.require("golden/tiny/gemma3").toString(),
                "--batch",
                "2",
                "--rounds",
                "1",
                "--seconds",
                "0.01",
                "--prompt",
                "8",
                "--prefill",
                "40",
                "--threads",
                "1",
                "--json",
                json.toString());

        assertThat(exit).isZero();
        JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(report.at("/rows/0/format").asString()).isEqualTo("BF16");
        assertThat(report.at("/rows/0/ours_tokens_per_s").asDouble()).isPositive();
        assertThat(report.at("/rows/0/llamacpp_tokens_per_s").isNumber()).isFalse();
        assertThat(report.at("/prefill/0/ours_prefill_tokens_per_s").asDouble()).isPositive();
    }

    @Test
    void theSameSeedGivesTheSameFile() throws Exception {
        Path one = folder.resolve("one.gguf");
        Path two = folder.resolve("two.gguf");
        TINY.write(one, TensorFormat.Q4_1, 7);
        TINY.write(two, TensorFormat.Q4_1, 7);

        assertThat(Files.mismatch(one, two)).isEqualTo(-1);
    }

    @Test
    void theModelHasTheShapeItIsAskedFor() throws Exception {
        Path model = folder.resolve("shape.gguf");
        TINY.write(model, TensorFormat.F16, 1);

        try (GgufFile file = GgufFile.open(model)) {
            assertThat(file.config().layers()).isEqualTo(2);
            assertThat(file.config().hiddenSize()).isEqualTo(64);
            assertThat(file.config().kvHeads()).isEqualTo(2);
            assertThat(file.config().tiedEmbeddings()).isTrue();
        }
    }
}
