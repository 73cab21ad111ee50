package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first page of the console in an administrator's hands. */
class OverviewBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    @BeforeAll
    static void ask() {
        complete();
    }

    @BeforeEach
    void open() {
        browser.open("/");
        browser.await(
                "what was asked is in a sample",
                b -> b.all("[data-lanes] canvas").size() == 2);
    }

    @Test
    void eachPartTellsOfTheDemoPair() {
        assertThat(browser.text("[data-part=sub]")).contains("pair");
        browser.await(
                "figures of two moments",
                b -> b.text("[data-pair=demo] [data-rate=small]").matches("[\\d.,]+"));
        assertThat(browser.text("[data-tile=share]"))
                .containsPattern("Written by the large model\\s[\\d.]+\\s?%\\sdemo ");
        assertThat(browser.text("[data-tile=first]")).contains("slowest: ");
        assertThat(browser.text("[data-tile=kv]")).containsPattern("\\d+\\s?%");
        assertThat(browser.text("[data-tile=requests]")).contains("running", "wait");
        assertThat(browser.all("[data-tile=written] [data-spark-line][d^=M]")).hasSize(1);
        assertThat(browser.text("[data-lanes]")).contains("demo-large", "demo-small");
        assertThat(browser.all("[data-writing=demo] [data-writing-tape] .s")).isNotEmpty();
        assertThat(browser.text("[data-writing=demo]")).containsPattern("\\d+ of \\d+ large");
        assertThat(browser.text("[data-pair=demo]"))
                .contains("Serving", "% large")
                .containsPattern("\\d+ %");
        assertThat(browser.text("[data-place=demo-small]")).matches("demo-small\\s\\d+ \\d+ .+");
        assertThat(browser.text("[data-unplaced]")).startsWith("Not admitted yet 0 ");
        assertThat(browser.text("[data-part=changes]")).contains("Recent changes", "Audit log");
        assertThat(browser.find("[data-down]").isDisplayed()).isFalse();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whatIsWrittenIsSeenAtOnce() {
        browser.await(
                "figures of two moments",
                b -> b.text("[data-pair=demo] [data-rate=small]").matches("[\\d.,]+"));
        // an answer may begin and end between two looks: then the next one is seen
        browser.await("tokens of this second", b -> {
            complete();
            return !b.text("[data-writing=demo] [data-writing-share]").startsWith("idle");
        });
    }

    @Test
    void aChangeComesByItself() {
        String policy =
                "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 0.3}, \"reason\": \"seen on the overview\"}";
        PageApi.send(browser, "PUT", "/api/admin/policies/overview-test", "{ 'If-None-Match': '*' }", policy);
        try {
            browser.await("it is told", b -> b.text("[data-part=changes]").contains("seen on the overview"));
            assertThat(browser.text("[data-part=changes]")).contains("overview-test", "admin: “seen on");
        } finally {
            PageApi.send(browser, "DELETE", "/api/admin/policies/overview-test", "{ 'If-Match': '*' }", "undefined");
        }
    }

    @Test
    void minutesThatCannotBeReadAreSaidAndAskedForAgain() {
        browser.run("window.asked = window.fetch; window.fetch = async () => new Response('{}', { status: 503 });"
                + " document.querySelector('[data-unread-again]').click()");
        browser.await("it is said", b -> b.find("[data-unread]").isDisplayed());
        assertThat(browser.text("[data-unread]")).contains("Throughput could not be read", "503");
        browser.run("window.fetch = window.asked; document.querySelector('[data-unread-again]').click()");
        browser.await("it is read", b -> !b.find("[data-unread]").isDisplayed());
    }

    @Test
    void pausingStopsAndResumingGoesOn() {
        browser.find("[data-live-toggle]").click();
        assertThat(browser.text("[data-live-text]")).startsWith("Paused at ");
        browser.find("[data-live-toggle]").click();
        browser.await("it is live again", b -> b.text("[data-live-text]").startsWith("Live"));
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void nothingStandsInTheWay(int width, String theme) {
        browser.screen(width, 832, theme);
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
        browser.run("for (const state of ['down', 'unread', 'silent', 'reading'])"
                + " document.querySelector(`[data-${state}]`).hidden = false");
        assertThat(browser.barriers()).as("with its other states").isEmpty();
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
    }

    private static void complete() {
        String body =
                "{\"model\": \"demo\", \"prompt\": \"Omar has 268 tickets.\", \"max_tokens\": 200, \"ignore_eos\": true}";
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
