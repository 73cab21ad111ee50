package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Policies made, changed, compared and rolled back in a browser. */
class PoliciesBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    @BeforeAll
    static void start() {
        Playground page = Playground.open(browser);
        for (int i = 0; i < 3; i++) {
            page.example("Omar’s tickets").awaitEnd();
        }
    }

    @BeforeEach
    void wide() {
        browser.open("/policies");
    }

    @AfterEach
    void forget() {
        browser.open("/policies");
        PageApi.send(browser, "DELETE", "/api/admin/policies/careful", "{ 'If-Match': '*' }", "undefined");
    }

    private static void make(String name) {
        browser.open("/policies/new");
        browser.find("[data-name]").sendKeys(name);
        set("0.3");
        browser.find("[data-reason]").sendKeys("first try");
        browser.find("[data-save]").click();
        browser.await("version 1", b -> b.text("main").contains("version 1, not in use"));
    }

    private static void set(String threshold) {
        WebElement field = browser.find("#o-uncertainty-enter");
        field.sendKeys(Keys.chord(Keys.CONTROL, "a"), threshold);
    }

    @Test
    void aPolicyIsMadeChangedComparedAndRolledBack() {
        make("careful");
        assertThat(browser.find("#o-uncertainty-enter").getAttribute("value")).isEqualTo("0.3");

        set("0.5");
        assertThat(browser.find("[data-options=uncertainty] [data-field=enter]").getAttribute("class"))
                .contains("is-changed");
        assertThat(browser.text("[data-options=uncertainty] [data-field=enter]"))
                .contains("Was 0.3.");
        browser.find("[data-reason]").sendKeys("less often");
        browser.find("[data-save]").click();
        browser.await("version 2", b -> b.text("main").contains("version 2, not in use"));

        browser.open("/policies/careful/versions");
        browser.await("the difference", b -> b.find("[data-diff-card]").isDisplayed());
        assertThat(browser.text("[data-diff-title]")).isEqualTo("Version 1 to 2");
        assertThat(browser.text("[data-diff]")).contains("enter: 0.3", "enter: 0.5");
        assertThat(browser.text("[data-versions]")).contains("first try", "less often", "in use");

        browser.find("[data-versions] button").click();
        browser.find("[data-roll-reason]").sendKeys("it was better");
        browser.find("#d-roll button[type=submit]").click();
        browser.await("version 3", b -> b.text("[data-versions]").contains("content of version 1: it was better"));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whoeverChangesItMeanwhileIsNotOverwritten() {
        make("careful");
        set("0.7");
        PageApi.send(
                browser,
                "PUT",
                "/api/admin/policies/careful",
                "{ 'If-Match': '\"1\"' }",
                "{ algorithm: 'random', options: { p: 0.2 } }");
        browser.find("[data-save]").click();

        browser.await("the conflict", b -> b.text("[data-refusal]").contains("Somebody else changed it"));
        assertThat(browser.find("#o-uncertainty-enter").getAttribute("value"))
                .as("what was typed is kept")
                .isEqualTo("0.7");
        browser.find("[data-take-theirs]").click();
        browser.await("theirs", b -> b.text("main").contains("version 2"));
        assertThat(browser.find("[data-algorithm][value=random]").isSelected()).isTrue();
    }

    @Test
    void aValueOutOfItsRangeIsNamedAtItsField() {
        browser.open("/policies/new");
        browser.find("[data-name]").sendKeys("careful");
        set("21");
        browser.find("[data-save]").click();

        browser.await("the error", b -> b.text("[data-error='options.enter']").contains("from 0 to 20"));
        assertThat(browser.driver().switchTo().activeElement().getAttribute("id"))
                .isEqualTo("o-uncertainty-enter");
    }

    @Test
    void textsWithLineBreaksAreShownAndSavedAsTheyAre() {
        browser.open("/policies/new");
        browser.find("[data-name]").sendKeys("careful");
        browser.find("[data-algorithm][value=glimpse]").sendKeys(Keys.SPACE);
        WebElement delimiter = browser.find("#o-glimpse-delimiter");
        assertThat(delimiter.getAttribute("value")).isEqualTo("\\n\\n");
        delimiter.sendKeys(Keys.chord(Keys.CONTROL, "a"), "\\n---\\n");
        browser.find("[data-save]").click();
        browser.await("version 1", b -> b.text("main").contains("version 1, not in use"));

        assertThat(browser.find("#o-glimpse-delimiter").getAttribute("value")).isEqualTo("\\n---\\n");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theThresholdShowsItsShareOfWhatWasSeen() {
        awaitWhatWasSeen();
        double before = share("[data-share-draft]");
        browser.find("[data-slider]").sendKeys(Keys.HOME);

        assertThat(share("[data-share-draft]")).isGreaterThan(before).isEqualTo(100);
        browser.find("[data-share]").sendKeys(Keys.ARROW_RIGHT);
        browser.find("[data-use-share]").click();
        assertThat(share("[data-share-draft]")).isLessThanOrEqualTo(4.2);
        assertThat(browser.text("[data-effect-source]"))
                .contains("positions that were seen last", "on 500 problems of this pair’s task");
    }

    @Test
    void thePlaygroundAndTheFormTellTheSameOfOneThreshold() {
        awaitWhatWasSeen();
        String share = browser.text("[data-share-now]");
        String accuracy = browser.text("[data-accuracy-now]");
        Playground.open(browser);
        browser.await("what was seen", b -> b.text("[data-expect-note]").contains("positions that were seen last"));
        assertThat(browser.text("[data-expect-share]")).isEqualTo(share);
        assertThat(browser.text("[data-expect-accuracy]")).isEqualTo(accuracy);
    }

    @Test
    void whatDoesNothingCannotBeSetAndSaysSo() {
        browser.open("/policies/new");
        browser.find("[data-algorithm][value=fuse]").sendKeys(Keys.SPACE);
        WebElement threshold = browser.find("#o-fuse-tau");
        assertThat(threshold.isEnabled()).isFalse();
        assertThat(browser.text("[data-options=fuse] [data-field=tau]"))
                .contains("Does nothing while “Together where” is not entropy.");
        browser.find("#o-fuse-gate").sendKeys("entropy");
        assertThat(threshold.isEnabled()).isTrue();
    }

    private static void awaitWhatWasSeen() {
        browser.await("what was seen", b -> b.text("[data-effect-source]").contains("positions that were seen last"));
    }

    private static double share(String selector) {
        return Double.parseDouble(browser.text(selector).replace(" %", ""));
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePagesHaveNoBarriers(int width, String theme) {
        browser.screen(width, 832, theme);
        for (String path : new String[] {"/policies", "/policies/new", "/policies/uncertainty/versions"}) {
            browser.open(path);
            browser.await(
                    path,
                    b -> path.endsWith("versions")
                            ? !b.all("[data-version-rows] th").isEmpty()
                            : b.find("[data-effect]").isDisplayed());
            assertThat(browser.barriers()).as(path).isEmpty();
            assertThat(browser.overflow())
                    .as("width of " + path + " beyond the screen")
                    .isZero();
        }
    }
}
