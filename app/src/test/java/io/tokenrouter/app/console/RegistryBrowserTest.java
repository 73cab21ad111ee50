package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** An operator's way from two files to a pair that serves, and back. */
class RegistryBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    private static Path folder;

    @BeforeAll
    static void start() throws IOException {
        folder = Files.createDirectories(server.dataFolder().resolve("models"));
        Path demo = TestFolders.repository().resolve("models/demo");
        for (String size : new String[] {"small", "large"}) {
            Files.copy(demo.resolve("demo-" + size + ".gguf"), folder.resolve("seen-" + size + ".gguf"));
        }
    }

    @BeforeEach
    void wide() {
        browser.open("/models");
    }

    @AfterEach
    void forget() {
        PageApi.forgetRegistered(browser);
    }

    @Test
    void twoFilesBecomeAPairThatServesAndIsDrainedAgain() {
        registerModel("seen-small");
        registerModel("seen-large");

        click("input[name=large][value=seen-large]");
        browser.await(
                "what fits", b -> !b.all("input[name=small][value=seen-small]").isEmpty());
        assertThat(browser.all("input[name=small][value=demo-large]"))
                .as("as large as the large one, which is no reason to refuse it")
                .hasSize(1);
        click("input[name=small][value=seen-small]");
        assertThat(browser.text("[data-verdict]")).isEqualTo("fits");
        assertThat(browser.text("[data-checks]")).contains("Vocabulary", "512 of 512");
        click("[data-add-role]");
        browser.find("[data-role]").sendKeys("Base");
        browser.find("#name").sendKeys("seen", Keys.ENTER);
        browser.await(
                "no such role",
                b -> b.text("[data-pair-form] [data-error=roles]").contains("lower-case"));
        click("[data-remove-role]");
        click("[data-add-role]");
        browser.find("[data-role]").sendKeys("base");
        browser.find("#name").clear();
        browser.find("#name").sendKeys("demo", Keys.ENTER);
        browser.await(
                "the name is taken",
                b -> b.text("[data-pair-form] [data-error=id]").contains("belongs to"));
        browser.find("#name").clear();
        browser.find("#name").sendKeys("seen", Keys.ENTER);

        browser.await(
                "the page of the pair",
                b -> b.all("h1").stream().anyMatch(h -> h.getText().equals("seen")));
        browser.await("it serves", b -> b.text("[data-part=state]").equals("Serving"));
        assertThat(browser.text("main"))
                .contains("3,082,496", "1 : 22", "512 of 512", "Role base", "role base of this pair");

        click("#drain");
        browser.find("#f-drain [name=patience_seconds]").sendKeys(Keys.ENTER);
        browser.await("it is drained", b -> b.text("[data-part=state]").equals("Unloaded"));
        browser.find("#load").sendKeys(Keys.ENTER);
        browser.await("it serves again", b -> b.text("[data-part=state]").equals("Serving"));

        click("#remove");
        browser.find("#d-remove button[type=submit]").click();
        browser.await("the list", b -> b.text("h1").equals("Models and pairs"));
        browser.await("the pair is gone", b -> !b.text("[data-part=pairs]").contains("seen"));
        browser.await(
                "its models are unloaded and can be removed",
                b -> !b.all("#remove-seen-small").isEmpty());
        click("#remove-seen-small");
        browser.await("the model is gone", b -> !b.text("[data-part=models]").contains("seen-small"));
        // a page that was brought up to date in the moment of the removal
        assertThat(browser.complaints().stream()
                        .filter(line -> !line.contains("status of 400"))
                        .filter(line -> !line.matches(".*/pairs/seen - .*status of 404.*")))
                .isEmpty();
    }

    private static void registerModel(String name) {
        browser.open("/register");
        click("[data-file-card] > summary");
        WebElement file = browser.find("#file");
        file.sendKeys(folder.resolve("nothing.gguf").toString(), Keys.ENTER);
        browser.await(
                "why not", b -> b.text("[data-file-form] [data-error=path]").contains("not there"));
        file.clear();
        file.sendKeys(folder.resolve(name + ".gguf").toString(), Keys.ENTER);
        browser.await("what the file says", b -> b.find("[data-file-report]").isDisplayed());
        assertThat(browser.text("[data-file-facts]")).contains("llama", "512");
        assertThat(browser.text("[data-file-memory]")).contains("of heap");
        assertThat(browser.find("#mid").getAttribute("value")).isEqualTo(name);
        browser.find("[data-register-model]").click();
        browser.await(
                "it can be chosen",
                b -> !b.all("input[name=large][value=" + name + "]").isEmpty());
    }

    @Test
    void thePageOfAPairShowsWhoWroteItsNewestTokens() {
        Playground.open(browser).example("Omar’s tickets").awaitEnd();
        browser.open("/pairs/demo");

        browser.await("its tape", b -> !b.all("[data-now-tape] .s").isEmpty());
        // in one look: the tape may move on
        assertThat((boolean) browser.run("""
                        const tape = document.querySelector('[data-now-tape]');
                        const ticks = writer => tape.querySelectorAll(`rect.${writer}`).length;
                        const label = `Writers of the last ${ticks('s') + ticks('l')} tokens of demo: ${ticks('l')} by the large model`;
                        return tape.getAttribute('aria-label') === label;""")).as("every tick is told").isTrue();
    }

    @Test
    void whatDoesNotFitIsShownWithItsReason() {
        browser.open("/register?large=demo-small");
        browser.await("the reasons", b -> b.find("[data-misfits]").isDisplayed());

        assertThat(browser.text("[data-misfit-rows]")).contains("demo-large", "larger than the large model");
        assertThat(browser.find("[data-register-pair]").isEnabled()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePagesHaveNoBarriers(int width, String theme) {
        browser.screen(width, 832, theme);
        check("/models", "[data-part=pairs] a");
        check("/pairs/demo", "[data-part=models] td");
        click("#drain");
        assertThat(browser.barriers()).as("the question before draining").isEmpty();
        check("/register?large=demo-large", "[data-small] input");
        click("[data-small] input");
        browser.run("document.querySelectorAll('details').forEach(d => (d.open = true))");
        assertThat(browser.barriers()).as("with two models chosen").isEmpty();
    }

    private static void check(String path, String awaited) {
        browser.open(path);
        browser.await(path, b -> !b.all(awaited).isEmpty());
        assertThat(browser.barriers()).as(path).isEmpty();
        assertThat(browser.overflow())
                .as("width of " + path + " beyond the screen")
                .isZero();
    }

    /** Also where it lies below the edge of the screen, and in one go: parts of the page are replaced when the server has news. */
    private static void click(String selector) {
        browser.run("document.querySelector(arguments[0]).click()", selector);
    }
}
