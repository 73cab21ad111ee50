package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The OpenAI client for Python with a key: each refusal is the exception that its users expect. */
class PythonKeyTest {

    private static final Path CLIENT = TestFolders.repository().resolve("app/src/test/clients/python");
    private static final long MINUTES = 15;

    @RegisterExtension
    static final RunningServer server = RunningServer.withKeys();

    @Test
    void refusalsAreTheExceptionsOfTheClient(@TempDir Path folder) throws Exception {
        Path interpreter = CLIENT.resolve(".venv/bin/python");
        assumeTrue(Files.exists(interpreter), "the Python client is not installed: run .ci/install-clients");
        String secret;
        try (KeyHolders keys = new KeyHolders(server)) {
            secret = keys.secret("\"models\": [\"demo\"], \"requests_per_minute\": 6");
        }
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        interpreter.toString(),
                        CLIENT.resolve("keys.py").toString(),
                        server.uri().toString(),
                        secret,
                        "demo",
                        "demo-large")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as(said).isTrue();
        assertThat(said).contains("ok wrong_key", "ok models", "ok allowed", "ok forbidden", "ok limited");
    }
}
