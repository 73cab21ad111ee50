package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.support.ui.Select;

/** One question and three answers at once, and the prompt as the models read it. */
class CompareBrowserTest {

    private static final String MARKUP = "<img src=x onerror=\"document.title='broken'\"> <|user|>";

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    @BeforeEach
    void open() {
        browser.open("/playground/compare");
        browser.await("the page's scripts run", b -> b.text("[data-send]").equals("Run all three"));
    }

    @Test
    void threeAnswersAreWrittenAtOnceAndCompared() {
        ask("Omar’s tickets");
        for (String column : new String[] {"small", "routed", "large"}) {
            assertThat(browser.text(in(column, "[data-tokens]"))).contains("Answer:");
            assertThat(browser.text(in(column, "[data-facts]")))
                    .contains("By the large model", "First token", "Whole answer", "tokens/s");
        }
        assertThat(browser.text(in("small", "[data-facts]"))).contains("0 of ");
        assertThat(browser.all(in("routed", "mark.tk.large"))).isNotEmpty();
        assertThat(browser.text(in("routed", "[data-facts]"))).containsAnyOf("as large alone", "parts from large");
        assertThat(browser.all("[data-parting-rows] tr")).isNotEmpty();

        browser.run("arguments[0].focus()", browser.find(in("routed", "mark.tk.large")));
        assertThat(browser.text("#token-card-routed")).contains("Written by", "demo-large", "Entropy");

        browser.find(in("large", "[data-column-curl]")).click();
        assertThat(browser.text("#curl"))
                .contains("\"model\": \"demo-large\"", "Bearer $TOKENROUTER_API_KEY")
                .doesNotContain("tr-");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aModelAloneHasOneColumnAndEverythingCanBeStopped() {
        new Select(browser.find("[data-target]")).selectByValue("demo-small");
        assertThat(browser.text("[data-send]")).isEqualTo("Run");
        assertThat(browser.find("[data-column=large]").isDisplayed()).isFalse();
        new Select(browser.find("[data-target]")).selectByValue("demo");
        browser.run("""
                document.querySelector('[data-ask]').value = 'Omar has 268 tickets.';
                document.querySelector('[data-send]').click();
                document.querySelector('[data-send]').click();""");
        browser.await(
                "all have ended",
                b -> b.find("[data-status]").getDomProperty("textContent").equals("Stopped."));
        assertThat(browser.text("[data-send]")).isEqualTo("Run all three");
        assertThat(browser.text("main")).contains("Stopped after");
    }

    @Test
    void thePromptIsShownAsTheModelsReadItAndStaysText() {
        browser.find("[data-ask]").sendKeys(MARKUP);
        browser.find("[data-prompt-open]").click();
        browser.await("the prompt", b -> b.text("[data-prompt-box]").contains(MARKUP));
        assertThat(browser.text("[data-prompt-note]")).contains("demo reads", "left for the answer");
        browser.find("[data-prompt-view=tokens]").click();
        assertThat(browser.all("[data-prompt-box] .pt")).hasSizeGreaterThan(5);
        browser.find("[data-prompt-view=ids]").click();
        assertThat(browser.text("[data-prompt-box]")).matches("[0-9 ]+");
        assertThat(browser.all("[data-prompt-box] img")).isEmpty();
        assertThat(browser.driver().getTitle()).isNotEqualTo("broken");
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePageHasNoBarriers(int width, String theme) throws IOException {
        browser.screen(width, 832, theme);
        assertThat(browser.barriers()).as("before the first question").isEmpty();
        ask("Omar’s tickets");
        browser.run("document.querySelectorAll('details').forEach(d => (d.open = true))");
        assertThat(browser.barriers()).as("with answers").isEmpty();
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
        browser.run("document.querySelectorAll('details').forEach(d => (d.open = false)); scrollTo(0, 0)");
        String folder = System.getProperty("tokenrouter.pages");
        if (folder != null) {
            browser.screenshot(
                    Files.createDirectories(Path.of(folder)).resolve("compare-" + width + "-" + theme + ".png"));
        }
        browser.run("document.querySelector('[data-prompt-open]').click()");
        browser.await("the prompt", b -> !b.text("[data-prompt-box]").isEmpty());
        assertThat(browser.barriers()).as("with the prompt").isEmpty();
    }

    private static String in(String column, String selector) {
        return "[data-column=" + column + "] " + selector;
    }

    private static void ask(String example) {
        browser.all(".chips:not([hidden]) [data-example]").stream()
                .filter(button -> button.getText().equals(example))
                .findFirst()
                .orElseThrow()
                .click();
        browser.await(
                "all answers end",
                b -> b.find("[data-status]").getDomProperty("textContent").equals("All answers have ended."));
    }
}
