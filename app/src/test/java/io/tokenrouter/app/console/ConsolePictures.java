package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of the README from the running server: {@code -Dtest=ConsolePictures -Dtokenrouter.pictures}. */
@EnabledIfSystemProperty(
        named = "tokenrouter.pictures",
        matches = ".*",
        disabledReason = "pictures are taken on request: -Dtokenrouter.pictures")
class ConsolePictures {

    private static final long MOST_BYTES = 300_000;

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    @Test
    void ofThePlaygroundInBothThemes(@TempDir Path profile) throws IOException {
        Path folder = Files.createDirectories(TestFolders.repository().resolve("docs/images"));
        try (Browser browser = Browser.start(server.uri().toString(), profile).signInAsAdmin()) {
            take(browser, "light", folder.resolve("playground.png"));
            take(browser, "dark", folder.resolve("playground-dark.png"));
        }
    }

    private static void take(Browser browser, String theme, Path file) throws IOException {
        browser.screen(1280, 900, theme);
        Playground page = Playground.open(browser);
        for (String story : new String[] {"Sara’s beads", "Paul’s eggs", "Lena’s buttons"}) {
            page.example(story).awaitEnd();
        }
        browser.await("a second in which models wrote", b -> {
            page.example("Omar’s tickets").awaitEnd();
            return !b.text("[data-shown-for=demo] [data-rate]").matches("[0–]");
        });
        browser.screenshot(file);
        assertThat(file.toFile()).size().isLessThan(MOST_BYTES);
    }
}
