package io.tokenrouter.demo.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoGgufTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"small", "large"})
    void theShippedFilesAreTheConvertedCheckpoints(String name) throws Exception {
        Path checkpoint = trained(name);
        Assumptions.assumeTrue(Files.exists(checkpoint), "skipped: shared/demo-pair is not here");
        Path converted = folder.resolve("converted.gguf");
        ConvertDemo.main(new String[] {checkpoint.toString(), converted.toString(), "TokenRouter demo " + name});
        assertThat(converted).hasSameBinaryContentAs(ShippedFiles.model(name));
    }

    /** Beside the repository, or where the system property says. */
    private static Path trained(String name) {
        String configured = System.getProperty("tokenrouter.shared");
        Path shared = configured == null ? null : Path.of(configured);
        Path folder = Path.of("").toAbsolutePath();
        while (shared == null && folder != null) {
            shared = Files.isDirectory(folder.resolve("shared")) ? folder.resolve("shared") : null;
            folder = folder.getParent();
        }
        return (shared == null ? Path.of("shared") : shared)
                .resolve("demo-pair")
                .resolve(name);
    }
}
