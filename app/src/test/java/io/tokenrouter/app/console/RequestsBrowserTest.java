package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The pages of requests in an operator's hands. */
class RequestsBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    private static HttpClient http;

    @BeforeAll
    static void start() {
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        if (http != null) {
            http.shutdownNow();
        }
    }

    @Test
    void anAnswerComesIntoTheListByItselfAndItsWayCanBeSeen() throws Exception {
        browser.open("/requests");
        browser.await("the page is live", b -> b.text("[data-live-text]").startsWith("Live"));
        String id = complete(200);
        browser.await("the answer is listed", b -> row(id) != null);
        browser.await("its figures", b -> row(id).getText().matches("(?s).*demo.*without a key.* ms.*"));

        follow(id);
        browser.await("its page", b -> b.text("h1").contains(id));
        assertThat(browser.text("main")).contains("Finished: ", "The way between the two models", "Hops");
        assertThat(browser.all(".lanes .blk.large")).isNotEmpty();
        assertThat(browser.all("[data-part=hops] tbody tr")).hasSameSizeAs(browser.all(".lanes .blk"));
        browser.run("document.getElementById('lanes').focus()");
        browser.find("#lanes").sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        browser.await(
                "the strip has moved",
                b -> !"0%".equals(b.find("[data-brush]").getDomAttribute("x"))
                        || "100%".equals(b.find("[data-brush]").getDomAttribute("width")));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void oneThatRunsIsStoppedAfterAQuestion() throws Exception {
        browser.open("/requests");
        CompletableFuture<HttpResponse<String>> stream = null;
        boolean stopped = false;
        // an answer may end before anybody has clicked: then the next one is tried
        for (int tries = 0; !stopped && tries < 50; tries++) {
            stream = http.sendAsync(
                    completion("\"stream\": true, \"ignore_eos\": true, \"n\": 8, \"max_tokens\": 400"),
                    HttpResponse.BodyHandlers.ofString());
            CompletableFuture<HttpResponse<String>> running = stream;
            browser.await("it runs, or is over", b -> !b.all("[data-stop]").isEmpty() || running.isDone());
            stopped = (Boolean) browser.runAsync("""
                    const done = arguments[arguments.length - 1];
                    const buttons = document.querySelectorAll('[data-stop]');
                    if (!buttons.length) done(false);
                    else {
                      buttons[buttons.length - 1].click();
                      const dialog = document.querySelector('[data-stop-dialog]');
                      dialog.addEventListener('close', () => setTimeout(() => {
                    done([...document.querySelectorAll('.toast')].at(-1).textContent.startsWith('Stopped'));
                      }), { once: true });
                      dialog.querySelector('[data-stop-now]').click();
                    }\
                    """);
            // the click may have come with the last token, and other answers of it would be taken for those of the next
            stopped &= stream.join().body().contains("The server ended the generation.");
        }
        assertThat(stopped).as("one that was stopped in time").isTrue();
        browser.open("/requests?outcome=length,cancelled");
        browser.await("it is told how it ended", b -> {
            b.open("/requests?outcome=length,cancelled");
            return b.text("[data-part=ended]").contains("cancelled");
        });
        browser.open("/audit?topic=request");
        assertThat(browser.text("main")).contains("Request", "stopped");
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePagesHaveNoBarriers(int width, String theme) throws Exception {
        String id = complete(60);
        browser.screen(width, 832, theme);
        browser.open("/requests?text=" + id);
        assertThat(browser.barriers()).as("the list").isEmpty();
        scrollsOnlyDown();
        picture("requests-" + width + "-" + theme);
        browser.run("document.querySelector('[data-stop-dialog]').showModal()");
        assertThat(browser.barriers()).as("the question").isEmpty();
        browser.run("document.querySelector('[data-stop-dialog]').close()");
        follow(id);
        browser.await("its page", b -> b.text("h1").contains(id));
        assertThat(browser.barriers()).as("one request").isEmpty();
        scrollsOnlyDown();
        picture("request-" + width + "-" + theme);
    }

    /** For whoever compares the pages with their design: {@code -Dtokenrouter.pages=FOLDER}. */
    private static void picture(String name) throws IOException {
        String folder = System.getProperty("tokenrouter.pages");
        if (folder != null) {
            browser.screenshot(Files.createDirectories(Path.of(folder)).resolve(name + ".png"));
        }
    }

    private static void scrollsOnlyDown() {
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
    }

    /** In one go: the list is replaced when the server has news. */
    private static void follow(String id) {
        browser.run("document.querySelector(arguments[0]).click()", link(id));
    }

    private static String link(String id) {
        return "[data-part=ended] a[title='" + id + "']";
    }

    /** Null if it is not in the list. */
    private static WebElement row(String id) {
        List<WebElement> links = browser.all(link(id));
        return links.isEmpty() ? null : (WebElement) browser.run("return arguments[0].closest('tr')", links.getFirst());
    }

    /** The id of an answer. */
    private static String complete(int tokens) throws Exception {
        HttpResponse<String> answer = http.send(
                completion("\"temperature\": 0, \"ignore_eos\": true, \"max_tokens\": " + tokens),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body().replaceAll("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
    }

    private static HttpRequest completion(String fields) {
        return HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"demo\", \"prompt\": \"Lena has 168 buttons. She gets 59 more.\", " + fields
                                + "}"))
                .build();
    }
}
