package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufRoundTripTest {

    @TempDir
    Path folder;

    @Test
    void readsBackEveryKindOfValueThatWasWritten() throws IOException {
        Path path = folder.resolve("values.gguf");
        new GgufWriter()
                .string("text", "Ġmore \u0000 für 日本")
                .string("empty", "")
                .uint32("count", Integer.MAX_VALUE)
                .float32("epsilon", 1e-5f)
                .bool("yes", true)
                .bool("no", false)
                .strings("pieces", List.of("a", "", "Ġb"))
                .int32s("types", 1, -3, 6)
                .write(path);
        try (GgufFile file = GgufFile.open(path)) {
            GgufMetadata metadata = file.metadata();
            assertThat(metadata.keys())
                    .containsExactly("text", "empty", "count", "epsilon", "yes", "no", "pieces", "types");
            assertThat(metadata.string("text")).isEqualTo("Ġmore \u0000 für 日本");
            assertThat(metadata.string("empty")).isEmpty();
            assertThat(metadata.integer("count", 0, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
            assertThat(metadata.number("epsilon")).isEqualTo(1e-5f);
            assertThat(metadata.flag("yes", false)).isTrue();
            assertThat(metadata.flag("no", true)).isFalse();
            assertThat(metadata.strings("pieces")).containsExactly("a", "", "Ġb");
            assertThat(metadata.integers("types")).containsExactly(1, -3, 6);
        }
    }

    @Test
    void readsBackTensorsOfEveryFormatAndAlignment() throws IOException {
        Path path = folder.resolve("tensors.gguf");
        GgufWriter writer = new GgufWriter();
        float[] values = new float[3 * 256];
        for (int i = 0; i < values.length; i++) {
            values[i] = i - 360;
        }
        for (TensorFormat format : TensorFormat.values()) {
            writer.tensor(format.name(), format, 3, 256, TensorEncoder.of(format, values));
        }
        writer.tensor(
                "vector", TensorFormat.F32, 1, 5, TensorEncoder.of(TensorFormat.F32, new float[] {1, 2, 3, 4, 5}));
        writer.write(path);
        try (GgufFile file = GgufFile.open(path)) {
            assertThat(file.tensors()).hasSize(TensorFormat.values().length + 1);
            for (TensorFormat format : TensorFormat.values()) {
                Tensor tensor = file.get(format.name());
                assertThat(tensor.format()).isEqualTo(format);
                assertThat(tensor.rows()).isEqualTo(3);
                assertThat(tensor.columns()).isEqualTo(256);
            }
            assertThat(file.get("vector").data().toArray(ValueLayout.JAVA_FLOAT))
                    .containsExactly(1, 2, 3, 4, 5);
            assertThat(file.get("F32").data().toArray(ValueLayout.JAVA_FLOAT)).isEqualTo(values);
        }
    }

    @Test
    void aClosedFileRefusesReads() throws IOException {
        Path path = folder.resolve("closed.gguf");
        new GgufWriter().string("general.architecture", "llama").write(path);
        GgufFile file = GgufFile.open(path);
        file.close();
        assertThatIllegalStateException().isThrownBy(() -> file.metadata().string("general.architecture"));
        Files.delete(path);
    }
}
