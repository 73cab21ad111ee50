package io.tokenrouter.app.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The clients for Python and Node, each driven by a script of its own language. */
class ScriptedClientsTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private static final Path CLIENTS = TestFolders.repository().resolve("app/src/test/clients");
    private static final long MINUTES = 15;

    @Test
    void python() throws Exception {
        assertThat(python("check.py", "openai"))
                .contains("ok models", "ok chat", "ok stream", "ok text_completion", "ok routing", "ok parameters")
                .contains("ok errors", "ok abort", "ok many");
    }

    @Test
    void langchain() throws Exception {
        assertThat(python("langchain_check.py", "langchain_openai"))
                .contains("ok chat", "ok stream", "ok turns", "ok batch", "ok structured", "ok routing", "ok errors");
    }

    @Test
    void litellm() throws Exception {
        assertThat(python("litellm_check.py", "litellm"))
                .contains(
                        "ok chat", "ok stream", "ok turns", "ok logprobs", "ok structured", "ok routing", "ok errors");
    }

    @Test
    void node() throws Exception {
        assumeTrue(
                Files.exists(CLIENTS.resolve("node/node_modules/openai")) && succeeds("sh", "-c", "command -v node"),
                "the Node client is not installed: run .ci/install-clients");

        assertThat(run("node", CLIENTS.resolve("node/check.mjs")))
                .contains("ok models", "ok chat", "ok stream", "ok accumulated", "ok routing")
                .contains("ok errors", "ok abort", "ok many");
    }

    private static String python(String script, String module) throws Exception {
        Path interpreter = CLIENTS.resolve("python/.venv/bin/python");
        String find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('" + module + "') is None)";
        assumeTrue(
                Files.exists(interpreter) && succeeds(interpreter.toString(), "-c", find),
                module + " is not installed: run .ci/install-clients");
        return run(interpreter.toString(), CLIENTS.resolve("python").resolve(script));
    }

    private static String run(String interpreter, Path script) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(interpreter, script.toString(), server.uri().toString()));
        command.addAll(List.of("demo", "demo-small", "demo-large"));
        Path output = Files.createTempFile("client", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
            process.destroyForcibly();
            String said = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(ended)
                    .as("ends within %s minutes; it said:%n%s", MINUTES, said)
                    .isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            return said;
        } finally {
            Files.delete(output);
        }
    }

    private static boolean succeeds(String... command) throws Exception {
        return new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
