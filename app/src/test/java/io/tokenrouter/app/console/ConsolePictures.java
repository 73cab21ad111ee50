package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Takes the pictures of the README and the documents from the running server: {@code -Dtest=ConsolePictures -Dtokenrouter.pictures}. */
@EnabledIfSystemProperty(
        named = "tokenrouter.pictures",
        matches = ".*",
        disabledReason = "pictures are taken on request: -Dtokenrouter.pictures")
class ConsolePictures {

    private static final long MOST_BYTES = 200_000;

    private static final RunningServer server = RunningServer.ofThisClass();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    private static Path folder;

    @BeforeAll
    static void ask() throws IOException {
        folder = Files.createDirectories(TestFolders.repository().resolve("docs/images"));
        Playground page = Playground.open(browser);
        for (String story : new String[] {"Sara’s beads", "Paul’s eggs", "Lena’s buttons", "Omar’s tickets"}) {
            page.example(story).awaitEnd();
        }
    }

    @Test
    void ofThePlaygroundInBothThemes() throws IOException {
        for (String theme : new String[] {"light", "dark"}) {
            browser.screen(1280, 900, theme);
            Playground page = Playground.open(browser);
            for (String story : new String[] {"Sara’s beads", "Paul’s eggs", "Lena’s buttons"}) {
                page.example(story).awaitEnd();
            }
            browser.await("a second in which models wrote", b -> {
                page.example("Omar’s tickets").awaitEnd();
                return !b.text("[data-shown-for=demo] [data-rate]").matches("[0–]");
            });
            take(theme.equals("light") ? "playground" : "playground-dark");
        }
    }

    @Test
    void ofTheOverview() throws IOException {
        browser.screen(1280, 1100, "light");
        browser.open("/");
        browser.await(
                "what was asked is in a sample",
                b -> b.all("[data-lanes] canvas").size() == 2);
        browser.await("a second in which models wrote", b -> {
            b.runAsync("""
                    const done = arguments[arguments.length - 1];
                    const ask = () => fetch('/v1/completions', {
                      method: 'POST',
                      headers: {
                        'Content-Type': 'application/json',
                        'X-CSRF-TOKEN': document.querySelector('meta[name="page-token"]').content,
                      },
                      body: JSON.stringify({
                        model: 'demo', prompt: 'Omar has 268 tickets.', max_tokens: 300, ignore_eos: true }),
                    });
                    Promise.all([ask(), ask(), ask()]).then(() => done());""");
            return !b.text("[data-writing=demo] [data-writing-share]").startsWith("idle");
        });
        take("overview");
    }

    @Test
    void ofAnswersSideBySide() throws IOException {
        browser.screen(1280, 900, "light");
        browser.open("/playground/compare");
        browser.find("[data-example]").click();
        browser.await(
                "all answers end",
                b -> b.find("[data-status]").getDomProperty("textContent").equals("All answers have ended."));
        take("compare");
    }

    @Test
    void ofTheListOfRequestsAndOfOne() throws IOException {
        browser.screen(1280, 900, "light");
        browser.open("/requests");
        take("requests");
        browser.open("/requests?model=demo");
        browser.run("document.querySelector('[data-part=ended] tbody a').click()");
        browser.await("its page", b -> b.text("h1").startsWith("Request "));
        take("request");
    }

    @Test
    void ofKeys() throws IOException {
        browser.screen(1280, 900, "light");
        browser.open("/keys");
        for (String key : new String[] {
            "{\"name\": \"frontend\", \"models\": [\"demo\"], \"requests_per_minute\": 600}",
            "{\"name\": \"nightly-eval\", \"models\": [\"demo\", \"demo-large\"], \"tokens_per_minute\": 400000}"
        }) {
            PageApi.send(browser, "POST", "/api/admin/keys", "{}", key);
        }
        browser.open("/keys");
        take("keys");
    }

    private static void take(String name) throws IOException {
        Path file = folder.resolve(name + ".png");
        browser.screenshot(file);
        assertThat(file.toFile()).size().isLessThan(MOST_BYTES);
    }
}
