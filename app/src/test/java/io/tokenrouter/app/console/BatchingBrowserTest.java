package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.WebElement;

/** What an operator sees and sets of the demo pair's batching. */
class BatchingBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    @BeforeAll
    static void start() {
        Playground.open(browser).example("Omar’s tickets").awaitEnd();
    }

    @BeforeEach
    void open() {
        browser.open("/batching");
        browser.await("figures arrive", b -> b.text("[data-now=requests]").matches("\\d+"));
    }

    @AfterEach
    void leaveItToTuneItself() {
        browser.runAsync("""
                const done = arguments[arguments.length - 1];
                fetch('/api/admin/batching/demo', {
                  method: 'PUT',
                  headers: {
                    'Content-Type': 'application/json',
                    'If-Match': '*',
                    'X-CSRF-TOKEN': document.querySelector('meta[name="page-token"]').content,
                  },
                  body: '{"mode": "self-tuned"}',
                }).then(done);""");
    }

    @Test
    void eachModelShowsItsRowsAndItsRule() {
        for (String role : new String[] {"small", "large"}) {
            WebElement card = browser.find("[data-role=" + role + "]");
            browser.await("the steps of " + role, b -> card.getText().contains("steps since the start"));
            assertThat(card.getText()).contains("demo-" + role, "Rows in a step", "mean", "Held back", "Longest hold");
            assertThat(browser.all("[data-role=" + role + "] svg rect")).isNotEmpty();
        }
        assertThat(browser.text("[data-settings]")).isNotEqualTo("–");
        assertThat(browser.find("[data-mode][value=self-tuned]").isSelected()).isTrue();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void anOperatorPinsARuleAndGivesItBack() {
        mode("pinned");
        choose("shared-threshold");
        fill("threshold", "3");
        fill("requests", "8");
        browser.find("[data-save]").click();
        browser.await("the pin is in force", b -> b.text("[data-settings]").equals("large from 3 of 8, pinned"));
        browser.await("it is said", b -> b.told().contains("Pinned: large from 3 of 8"));
        browser.await("the change is listed", b -> b.text("[data-changes]").contains("large from 3 of 8"));

        browser.open("/batching");
        browser.await(
                "it is still pinned", b -> b.find("[data-mode][value=pinned]").isSelected());
        assertThat(browser.find("#threshold").getDomProperty("value")).isEqualTo("3");

        mode("self-tuned");
        browser.find("[data-save]").click();
        browser.await("it tunes itself", b -> !b.text("[data-settings]").contains("pinned"));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aWrongValueIsToldBesideItsFieldAndChangesNothing() {
        mode("pinned");
        choose("minimum-batch");
        fill("large.rows", "5000");
        browser.find("[data-save]").click();
        browser.await("the refusal", b -> b.find("[data-error='large.rows']").isDisplayed());
        assertThat(browser.text("[data-error='large.rows']")).contains("1 to 4096");
        assertThat(browser.find("[data-field='large.rows']").getDomAttribute("aria-invalid"))
                .isEqualTo("true");
        assertThat(browser.text("[data-settings]")).doesNotContain("pinned");

        browser.find("[data-discard]").click();
        assertThat(browser.find("[data-mode][value=self-tuned]").isSelected()).isTrue();
        assertThat(browser.find("[data-pinned]").isDisplayed()).isFalse();
    }

    @Test
    void whatSomebodyElseChangedMeanwhileIsNotOverwritten() {
        mode("pinned");
        choose("greedy");
        browser.runAsync("""
                const done = arguments[arguments.length - 1];
                fetch('/api/admin/batching/demo', {
                  method: 'PUT',
                  headers: {
                    'Content-Type': 'application/json',
                    'If-Match': '*',
                    'X-CSRF-TOKEN': document.querySelector('meta[name="page-token"]').content,
                  },
                  body: '{"mode": "pinned", "policy": "shared-threshold", "threshold": 2, "requests": 4}',
                }).then(done);""");
        browser.await("theirs is in force", b -> b.text("[data-settings]").equals("large from 2 of 4, pinned"));
        browser.find("[data-save]").click();
        browser.await("the refusal", b -> b.find("[data-refusal]").isDisplayed());
        assertThat(browser.text("[data-refusal]")).contains("Somebody else changed it", "Show theirs");

        browser.find("[data-take-theirs]").click();
        assertThat(browser.find("[data-policy][value=shared-threshold]").isSelected())
                .isTrue();
        assertThat(browser.find("#threshold").getDomProperty("value")).isEqualTo("2");
    }

    @Test
    void whatIfIsAnsweredByTheServerWhereverTheSlidersStand() {
        browser.await("the step times are measured", b -> {
            Playground.open(b).example("Omar’s tickets").awaitEnd();
            b.open("/batching");
            b.await(
                    "figures arrive",
                    opened -> opened.text("[data-now=requests]").matches("\\d+"));
            return b.find("[data-whatif]").isDisplayed();
        });
        slide("requests", 70);
        browser.await(
                "the answer for 128",
                b -> b.find("[data-w-status]").getDomProperty("textContent").startsWith("128 requests"));
        String before = browser.text("[data-w=tuned]");
        assertThat(browser.all("[data-w-plot] path.l")).hasSize(4);
        assertThat(browser.text("[data-w=settings]")).isNotEmpty();

        slide("share", 60);
        browser.await("another answer", b -> !b.text("[data-w=tuned]").equals(before));
        slide("requests", 0);
        browser.await("the answer for one", b -> b.text("[data-w=why]").contains("one request"));
        assertThat(browser.complaints()).isEmpty();
    }

    private static void slide(String name, int place) {
        browser.run(
                "const s = document.querySelector(arguments[0]); s.value = arguments[1];"
                        + " s.dispatchEvent(new Event('input', { bubbles: true }))",
                "[data-w-" + name + "]",
                place);
    }

    @Test
    void theSideLeadsHere() {
        browser.open("/models");
        browser.find("#nav a[href='/batching']").click();
        browser.await("the page of batching", b -> b.text("h1").equals("Batching"));
        assertThat(browser.find("#nav a[aria-current=page]").getText()).isEqualTo("Batching");
    }

    private static void mode(String value) {
        browser.run("document.querySelector(arguments[0]).click()", "[data-mode][value=" + value + "]");
    }

    private static void choose(String policy) {
        browser.run("document.querySelector(arguments[0]).click()", "[data-policy][value=" + policy + "]");
    }

    private static void fill(String field, String value) {
        WebElement input = browser.find("[data-field='" + field + "']");
        input.clear();
        input.sendKeys(value);
    }
}
