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

/** Takes the pictures of the README and the documents from the running server: {@code -Dtest=ConsolePictures -Dtokenrouter.pictures}. */
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

    @Test
    void ofARequestAndOfAnswersSideBySide(@TempDir Path profile) throws IOException {
        Path folder = Files.createDirectories(TestFolders.repository().resolve("docs/images"));
        try (Browser browser = Browser.start(server.uri().toString(), profile).signInAsAdmin()) {
            browser.screen(1280, 900, "light");
            Playground.open(browser).example("Omar’s tickets").awaitEnd();
            browser.open("/playground/compare");
            browser.find("[data-example]").click();
            browser.await(
                    "all answers end",
                    b -> b.find("[data-status]").getDomProperty("textContent").equals("All answers have ended."));
            browser.screenshot(folder.resolve("compare.png"));
            browser.open("/requests?model=demo");
            browser.run("document.querySelector('[data-part=ended] tbody a').click()");
            browser.await("its page", b -> b.text("h1").startsWith("Request "));
            browser.screenshot(folder.resolve("request.png"));
        }
        assertThat(folder.resolve("compare.png").toFile()).size().isLessThan(MOST_BYTES);
        assertThat(folder.resolve("request.png").toFile()).size().isLessThan(MOST_BYTES);
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
