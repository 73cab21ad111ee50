package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages that everybody can use: contrast, names, structure, both themes, desk and phone. */
class ConsoleAccessibilityTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    private static void scrollsOnlyDown() {
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePlaygroundHasNoBarriers(int width, String theme) {
        browser.screen(width, 832, theme);
        Playground page = Playground.open(browser);
        assertThat(browser.barriers()).as("before the first question").isEmpty();
        page.example("Omar’s tickets").awaitEnd();
        browser.run("document.querySelectorAll('details').forEach(d => (d.open = true));"
                + " document.querySelector('mark.tk').focus()");
        assertThat(page.cardIsShown()).isTrue();
        assertThat(browser.barriers()).as("with an answer and a token's card").isEmpty();
        scrollsOnlyDown();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePageOfModelsHasNoBarriers(int width, String theme) {
        browser.screen(width, 832, theme);
        browser.open("/models");
        assertThat(browser.text("main")).contains("demo-small", "demo-large", "Serving");
        assertThat(browser.barriers()).isEmpty();
        scrollsOnlyDown();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePageOfBatchingHasNoBarriers(int width, String theme) {
        browser.screen(width, 832, theme);
        browser.open("/batching");
        browser.await("figures arrive", b -> b.text("[data-now=requests]").matches("\\d+"));
        assertThat(browser.barriers()).as("self-tuned").isEmpty();
        browser.run("document.querySelector('[data-mode][value=pinned]').click();"
                + " document.querySelector('[data-policy][value=minimum-batch]').click()");
        assertThat(browser.barriers()).as("with the form").isEmpty();
        scrollsOnlyDown();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "375, dark"})
    void anAddressWithoutAPageHasNoBarriers(int width, String theme) {
        browser.screen(width, 832, theme);
        browser.open("/no-such-page");
        assertThat(browser.text("main")).contains("There is no page here");
        assertThat(browser.barriers()).isEmpty();
        scrollsOnlyDown();
    }

    @Test
    void aChosenThemeStaysAndOverridesTheSystem() {
        browser.screen(1280, 832, "light");
        Playground.open(browser);
        String light = browser.find("body").getCssValue("color");
        browser.find("[data-theme-set=dark]").click();
        String dark = browser.find("body").getCssValue("color");
        assertThat(dark).isNotEqualTo(light);
        browser.open("/models");
        assertThat(browser.find("body").getCssValue("color")).isEqualTo(dark);
        browser.find("[data-theme-set='']").click();
        assertThat(browser.find("body").getCssValue("color")).isEqualTo(light);
    }

    @Test
    void theMenuOfAPhoneOpensAndLeads() {
        browser.screen(375, 832, "light");
        Playground.open(browser);
        assertThat(browser.find("#nav").isDisplayed()).isFalse();
        browser.find("[data-menu]").click();
        browser.find("#nav a[href='/models']").click();
        browser.await("the page of models", b -> b.text("h1").equals("Models and pairs"));
    }
}
