package io.tokenrouter.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a mapped file that is cut off are an error for whoever reads them, and never the end of the process. */
class LostPagesTest {

    @TempDir
    Path folder;

    @Test
    void everyKernelSurvivesThem() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules=jdk.incubator.vector",
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + folder.resolve("crash.log"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LostPagesProbe.class.getName(),
                        folder.toString())
                .redirectError(new File("/dev/null"))
                .start();
        List<String> lines;
        try (var reader = process.inputReader()) {
            lines = reader.readAllLines();
        }
        assertThat(process.waitFor()).as("%s", lines).isZero();
        assertThat(lines)
                .containsExactlyElementsOf(Arrays.stream(TensorFormat.values())
                        .flatMap(format ->
                                Stream.generate(() -> format + " lost").limit(2))
                        .toList());
    }
}
