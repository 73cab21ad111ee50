package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.json.JsonMapper;

/** Signals recorded and a threshold chosen from them, in a browser. */
class OutcomeBrowserTest {

    private static final String RECORDING = "/api/admin/signals/recording";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(300);

    private static final RunningServer server = RunningServer.ofThisClass();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    @AfterEach
    void recordNoMore() {
        PageApi.send(
                browser,
                "PUT",
                RECORDING,
                "{ 'If-Match': '*' }",
                "{ share: 0, most_bytes: 268435456, kept_seconds: 2592000 }");
    }

    @Test
    void whatIsRecordedTellsTheThresholdOfAnOutcome() throws Exception {
        browser.open("/policies");
        browser.find("[data-recording] summary").click();
        browser.await("the setting", b -> !value("[data-recording-days]").isEmpty());
        type("[data-recording-share]", "101");
        browser.find("[data-recording-form] button").click();
        browser.await("the refusal", b -> b.text("[data-recording-error]").contains("from 0 to 1"));
        type("[data-recording-share]", "100");
        browser.find("[data-recording-form] button").click();
        browser.await("the new setting", b -> !b.find("[data-recording-error]").isDisplayed());
        assertThat(browser.barriers()).isEmpty();

        Playground.open(browser).example("Omar’s tickets").awaitEnd();
        awaitRecord();
        browser.open("/policies");
        browser.await("the outcome", b -> b.text("[data-outcome-text]").startsWith("On record: large share "));
        assertThat(browser.text("[data-outcome-text]")).contains(" tokens of ", " requests.");
        WebElement share = browser.find("[data-share]");
        share.sendKeys(Keys.END);
        browser.await(
                "more of the large model",
                b -> b.text("[data-share-target]").equals("30.0 %")
                        && b.text("[data-outcome-text]").startsWith("On record: large share "));
        double shown = Double.parseDouble(browser.text("[data-use-text]"));
        browser.find("[data-use-share]").click();
        assertThat(Double.parseDouble(value("#o-uncertainty-enter"))).isEqualTo(shown);
        assertThat(browser.text("[data-outcome-text]"))
                .as("what it rests on stays")
                .startsWith("On record: ");

        browser.find("[data-outcome][value=recall]").sendKeys(Keys.SPACE);
        browser.await(
                "no answer", b -> b.text("[data-outcome-text]").contains("both models were asked at every position"));
        assertThat(browser.find("[data-use-share]").isEnabled()).isFalse();
    }

    @Test
    void problemsThatAreReplayedTellTheThresholdOfAnAccuracy(@TempDir Path folder) throws IOException {
        browser.open("/policies");
        browser.find("[data-outcome][value=accuracy]").sendKeys(Keys.SPACE);
        browser.await("the fields", b -> b.find("[data-replay-lines]").isDisplayed());
        assertThat(browser.text("[data-accuracy-target]")).isEqualTo("1.0");
        assertThat(browser.find("[data-use-share]").isEnabled()).isFalse();

        browser.find("[data-replay-lines]").sendKeys("{\"prompt\": \"Why?\"}");
        browser.find("[data-replay-begin]").click();
        browser.await("no answer", b -> b.text("[data-replay-error]").contains("prompts[0] has no answer"));
        assertThat(browser.barriers()).isEmpty();

        List<String> problems = Files.readAllLines(TestFolders.repository().resolve("models/demo/calibration.jsonl"))
                .subList(0, 8);
        Path file = Files.write(folder.resolve("problems.jsonl"), problems);
        browser.find("[data-replay-file]").sendKeys(file.toString());
        browser.await(
                "the file is read", b -> value("[data-replay-lines]").lines().count() == problems.size());
        browser.find("[data-replay-begin]").click();
        browser.await("what came out", b -> b.text("[data-outcome-text]").startsWith("On 4 problems: accuracy "));
        assertThat(browser.text("[data-outcome-text]")).contains("of the large model alone", "On 4 others: accuracy ");
        double found = Double.parseDouble(browser.text("[data-use-text]"));
        browser.find("[data-use-share]").click();
        assertThat(Double.parseDouble(value("#o-uncertainty-enter"))).isEqualTo(found);
    }

    private static String value(String selector) {
        return String.valueOf(browser.find(selector).getAttribute("value"));
    }

    private static void type(String selector, String value) {
        browser.find(selector).sendKeys(Keys.chord(Keys.CONTROL, "a"), value);
    }

    private static void awaitRecord() throws Exception {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(server.uri().resolve(RECORDING))
                                    .header("Authorization", "Bearer " + server.adminToken())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            if (!JsonMapper.shared().readTree(answer.body()).path("stored").isEmpty()) {
                return;
            }
            assertThat(System.nanoTime()).as("it is written in time").isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
        }
    }
}
