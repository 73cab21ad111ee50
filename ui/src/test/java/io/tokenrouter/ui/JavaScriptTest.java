package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the unit tests of the console's scripts with Node's own test runner. */
class JavaScriptTest {

    @Test
    void scriptsPassTheirOwnTests(@TempDir Path folder) throws Exception {
        assumeTrue(nodeIsThere(), "skipped: there is no node (18 or later) on the PATH");
        Path output = folder.resolve("output");
        Process node = new ProcessBuilder("node", "--test", "src/test/js/")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = node.waitFor(2, TimeUnit.MINUTES);
        node.destroyForcibly();
        assertThat(ended).as("node ended").isTrue();
        assertThat(node.exitValue())
                .as(() -> Files.exists(output) ? read(output) : "no output")
                .isZero();
    }

    private static boolean nodeIsThere() throws InterruptedException {
        try {
            Process node = new ProcessBuilder("node", "--version").start();
            String version = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return node.waitFor() == 0 && Integer.parseInt(version.replaceAll("^v(\\d+).*", "$1")) >= 18;
        } catch (IOException e) {
            return false;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
