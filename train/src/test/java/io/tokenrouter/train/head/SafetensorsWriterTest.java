package io.tokenrouter.train.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.SafetensorsFile;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what the engine reads. */
class SafetensorsWriterTest {

    @TempDir
    Path folder;

    @Test
    void tensorsAndTextsComeBack() throws IOException {
        Path file = folder.resolve("a.safetensors");
        Files.writeString(file, "an older file");
        SafetensorsWriter.write(
                file,
                Map.of("said", "\"ä\""),
                List.of(
                        new NamedTensor("matrix", 2, new float[] {1, -2, 3, 4.5f, Float.MIN_VALUE, 6}),
                        new NamedTensor("vector", 0, new float[] {7, 8})));
        SafetensorsFile read = SafetensorsFile.read(file, 1 << 20);
        assertThat(read.metadata()).containsExactly(Map.entry("said", "\"ä\""));
        assertThat(read.tensors()).containsOnlyKeys("matrix", "vector");
        float[] row = new float[3];
        KernelChoice.fromSystemProperty().kernels().decodeRow(read.get("matrix", 2, 3), 1, row, 0);
        assertThat(row).containsExactly(4.5f, Float.MIN_VALUE, 6);
        float[] vector = new float[2];
        KernelChoice.fromSystemProperty().kernels().decodeRow(read.get("vector", 1, 2), 0, vector, 0);
        assertThat(vector).containsExactly(7, 8);
        assertThat(folder.toFile().list()).containsExactly("a.safetensors");
    }
}
