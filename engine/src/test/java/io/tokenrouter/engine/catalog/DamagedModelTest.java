package io.tokenrouter.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.DamagedModel;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged models are refused, or can be read; nothing else happens. {@code bench fuzz-files} goes on with other seeds. */
class DamagedModelTest {

    /** Of the demo model and the tiny folders, sound ones take a fifth of it. */
    private static final long MOST_ALLOCATED = 64L << 20;

    private static final List<String> READ = List.of(".json", ".safetensors", ".jinja");

    @TempDir
    Path folder;

    @Test
    void ggufFiles() throws IOException {
        Path copy = Files.copy(DemoModels.SMALL, folder.resolve("copy.gguf"));
        assertThat(refusals(copy, 120)).isBetween(30, 119);
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwen3", "phi3-longrope"})
    void folders(String family) throws IOException {
        try (Stream<Path> files = Files.list(SharedFiles.require("golden/tiny/" + family))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                boolean reference =
                        name.startsWith("reference") || name.startsWith("logits") || name.contains("legacy");
                if (!reference && READ.stream().anyMatch(name::endsWith)) {
                    Files.write(folder.resolve(name), Files.readAllBytes(file));
                }
            }
        }
        assertThat(refusals(folder, 60)).isBetween(6, 59);
    }

    private static int refusals(Path model, int tries) throws IOException {
        DamagedModel damaged = new DamagedModel(model, MOST_ALLOCATED);
        int refusals = 0;
        for (int seed = 0; seed < tries; seed++) {
            refusals += damaged.read(seed) ? 1 : 0;
        }
        return refusals;
    }
}
