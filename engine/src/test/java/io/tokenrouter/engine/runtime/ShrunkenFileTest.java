package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.ChildJvm;
import io.tokenrouter.engine.fixtures.DemoModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody overwrites a model's file in place while it is served: its requests fail and say why, others go on. In a process of its
 * own, since a JVM that does not survive it would take the other tests along.
 */
class ShrunkenFileTest {

    /** Enough for the kernels to be compiled, which is where a lost page could end the process. */
    private static final String REQUESTS_BEFORE = "40";

    @TempDir
    Path folder;

    @Test
    void requestsOfALostFileFailAndOthersGoOn() throws IOException, InterruptedException {
        Path copy = Files.copy(DemoModels.SMALL, folder.resolve("copy.gguf"));
        List<String> lines = ChildJvm.run(
                folder,
                ShrinkProbe.class,
                List.of("--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"),
                copy.toString(),
                DemoModels.LARGE.toString(),
                REQUESTS_BEFORE);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("cut before: [") || line.startsWith("whole before: ["))
                .hasSize(2);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("cut: "))
                .hasSize(5)
                .allMatch(line -> line.contains("model 'cut' could not run the request: a part of the model's file"));
        assertThat(lines).filteredOn(line -> line.equals("whole: true")).hasSize(5);
        assertThat(lines).contains("drained: true", "closed");
    }
}
