package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What an operator sees of the demo pair over time. */
class ThroughputBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    @BeforeAll
    static void start() {
        Playground.open(browser).example("Omar’s tickets").awaitEnd();
        browser.open("/throughput");
        // a sample comes every ten seconds
        browser.await(
                "what was asked is in a sample", b -> b.find("[data-measured]").isDisplayed());
    }

    @BeforeEach
    void open() {
        browser.open("/throughput");
        browser.await("the charts are drawn", b -> b.all("[data-chart] canvas").size() == 8);
    }

    @Test
    void theHourIsDrawnAndToldInFigures() {
        assertThat(browser.text("[data-sub]")).startsWith("demo, ").endsWith("one point each 10 s");
        assertThat(browser.all("[data-figures] tr")).hasSize(2);
        assertThat(browser.text("[data-figures] tr:first-child")).startsWith("demo-small");
        assertThat(browser.text("[data-figures-note]")).contains("requests, 0 failed", "first token p50");
        for (String role : new String[] {"small", "large"}) {
            assertThat(browser.text("[data-writer=" + role + "]"))
                    .contains("demo-" + role, "Rows in a step", "mean", "Held: ");
            assertThat(browser.all("[data-writer=" + role + "] [data-rows] rect"))
                    .isNotEmpty();
        }
        assertThat(browser.text("[data-gaps]")).contains("never a zero");
        assertThat(browser.find("[data-down]").isDisplayed()).isFalse();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aChartSaysWhatItShowsAndIsWalkedWithTheKeyboard() {
        // a sample that comes meanwhile moves every point
        browser.find("[data-live-toggle]").click();
        browser.await("it rests", b -> b.text("[data-live-text]").startsWith("Paused"));
        WebElement chart = browser.find("[data-chart=speed]");
        assertThat(chart.getDomAttribute("aria-label"))
                .startsWith("Tokens per second. demo-small: ")
                .contains("demo-large: ", "at last");
        browser.run("arguments[0].focus()", chart);
        chart.sendKeys(Keys.HOME);
        String time = browser.text("[data-legend=speed] .quiet");
        assertThat(time).matches("\\d\\d:\\d\\d:\\d\\d");
        chart.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertThat(browser.text("[data-legend=speed] .quiet")).isNotEqualTo(time);
        chart.sendKeys(Keys.ESCAPE);
        assertThat(browser.text("[data-legend=speed] .quiet")).isEmpty();

        browser.find("[data-values] summary").click();
        // the page hears that it was opened a moment later
        browser.await("the values", b -> !b.all("[data-values-rows] tr").isEmpty());
        assertThat(browser.all("[data-values-rows] tr").size()).isBetween(10, 60);
    }

    @Test
    void aNewSampleIsAppended() {
        String before = newest();
        // a server that is late with one leaves a gap
        browser.await(
                "the next sample, with the requests that ran",
                b -> !newest().equals(before)
                        && b.text("[data-values-rows] tr:first-child td:nth-child(5)")
                                .matches("\\d+\\.\\d"));
        assertThat(browser.text("[data-legend=requests] .k b")).matches("\\d+\\.\\d");
        assertThat(browser.complaints()).isEmpty();
    }

    private static String newest() {
        browser.run("document.querySelector('[data-values]').open = true");
        List<WebElement> rows = browser.all("[data-values-rows] tr:first-child th");
        return rows.isEmpty() ? "" : rows.getFirst().getText();
    }

    @ParameterizedTest
    @CsvSource({"24h, one point each 5 min", "7d, one point each 30 min", "15m, one point each 10 s"})
    void otherTimesAreOtherAddresses(String range, String points) {
        browser.find("nav.seg a[href*='range=" + range + "']").click();
        browser.await("the range", b -> b.text("[data-sub]").endsWith(points));
        assertThat(browser.all("nav.seg a[aria-current]")).hasSize(1);
        browser.await("the charts are drawn", b -> b.all("[data-chart] canvas").size() == 8);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aModelAloneHasNoShare() {
        browser.open("/throughput?target=demo-large&range=24h");
        browser.await("the page", b -> b.text("[data-sub]").startsWith("demo-large"));
        assertThat(browser.all("[data-chart=share]")).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void nothingStandsInTheWay(int width, String theme) {
        browser.screen(width, 832, theme);
        browser.open("/throughput");
        browser.await("the charts are drawn", b -> b.all("[data-chart] canvas").size() == 8);
        browser.find("[data-values] summary").click();
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
        browser.run("document.querySelector('[data-empty]').hidden = false;"
                + " document.querySelector('[data-down]').hidden = false;"
                + " document.querySelector('[data-from-memory]').hidden = false");
        assertThat(browser.barriers()).as("with its other states").isEmpty();
    }
}
