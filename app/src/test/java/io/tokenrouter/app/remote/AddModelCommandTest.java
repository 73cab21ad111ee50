package io.tokenrouter.app.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.hub.StubHub;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code models add}, typed at a running server and a hub. */
class AddModelCommandTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.withKeys();

    @TempDir
    Path folder;

    private StubHub hub;

    @BeforeEach
    void start() throws Exception {
        hub = new StubHub().with("tiny.gguf", Files.readAllBytes(model()));
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    @Test
    void aModelOfTheHubIsDownloadedAndRegistered() {
        Said said = asAdmin(
                "models",
                "add",
                "acme/tiny",
                "--id",
                "from-the-hub",
                "--no-load",
                "--hub",
                hub.uri().toString());
        try {
            assertThat(said.exitCode()).as(said.err()).isZero();
            assertThat(said.out()).isEqualToIgnoringNewLines("from-the-hub is unloaded");
            assertThat(said.err()).contains("100 %", "tiny.gguf");
            assertThat(asAdmin("models", "show", "from-the-hub").out()).contains("acme--tiny", "architecture: llama");
        } finally {
            try (AdminApi api = new AdminApi(server.uri().resolve("/"), server.adminToken())) {
                api.delete("/api/admin/models/from-the-hub");
            }
        }
    }

    @Test
    void aNameThatIsTakenAndNumbersThatAreNoneAreToldBeforeTheHubIsAsked() {
        String url = hub.uri().toString();
        Said taken = asAdmin("models", "add", "acme/tiny", "--id", "demo-small", "--hub", url);
        assertThat(taken.exitCode()).isEqualTo(1);
        assertThat(taken.err()).contains("there is a model demo-small already").hasLineCount(1);
        Said senseless = asAdmin("models", "add", "acme/tiny", "--kv-mib", "0", "--hub", url);
        assertThat(senseless.exitCode()).isEqualTo(1);
        assertThat(senseless.err()).contains("--kv-mib must be 1 to 1048576").hasLineCount(1);
        assertThat(hub.wasAsked()).isFalse();
    }

    @Test
    void withoutAServerItIsOnlyDownloaded() throws Exception {
        Said said = Said.by(
                List.of("models", "add", "acme/tiny", "--hub", hub.uri().toString(), "--into", folder.toString()));
        assertThat(said.exitCode()).as(said.err()).isZero();
        assertThat(Path.of(said.out().strip()))
                .isEqualTo(folder.resolve("acme--tiny/tiny.gguf"))
                .hasBinaryContent(Files.readAllBytes(model()));
    }

    @Test
    void whatTheServerMayNotReadIsRefusedInItsWords() throws Exception {
        Path file = Files.copy(model(), folder.resolve("mine.gguf"));
        Said said = asAdmin("models", "add", file.toString());
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err())
                .contains("outside the folders that models may be taken from")
                .hasLineCount(1);
    }

    @Test
    void whatIsNoModelIsToldBeforeAnybodyIsAsked() {
        for (String source : List.of("nothing-here.gguf", "a/b/c", "../x", "")) {
            Said said = Said.by(
                    List.of("models", "add", source, "--url", "http://127.0.0.1:1", "--hub", "http://127.0.0.1:1"));
            assertThat(said.exitCode()).as(source).isEqualTo(1);
            assertThat(said.err())
                    .as(source)
                    .contains("neither a file or folder here nor a model of a hub")
                    .hasLineCount(1);
        }
    }

    @Test
    void whatTheHubRefusesIsTold() {
        Said said = Said.by(
                List.of("models", "add", "acme/other", "--hub", hub.uri().toString(), "--into", folder.toString()));
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err())
                .isEqualToIgnoringNewLines("tokenrouter: the hub has no model acme/other at revision main");
    }

    private static Path model() {
        return TestFolders.repository().resolve("models/demo/demo-small.gguf");
    }

    private Said asAdmin(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", server.uri().toString(), "--token", server.adminToken()));
        return Said.by(all);
    }
}
