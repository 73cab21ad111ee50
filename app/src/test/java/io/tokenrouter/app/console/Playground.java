package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/** The playground as a user handles it. */
final class Playground {

    private final Browser browser;

    private Playground(Browser browser) {
        this.browser = browser;
    }

    static Playground open(Browser browser) {
        browser.open("/playground");
        browser.run("sessionStorage.clear(); localStorage.clear()");
        browser.open("/playground");
        browser.await(
                "the page's scripts run",
                b -> !b.all("[data-shown-for]:not([hidden])").isEmpty());
        return new Playground(browser);
    }

    Playground ask(String target) {
        new Select(browser.find("[data-target]")).selectByValue(target);
        return this;
    }

    Playground policy(String value) {
        new Select(browser.find("[data-policy]")).selectByValue(value);
        return this;
    }

    /** @param position from 0, the lowest threshold, to 1000 */
    Playground threshold(int position) {
        browser.run(
                "const s = document.querySelector('[data-slider]'); s.value = arguments[0];"
                        + " s.dispatchEvent(new Event('input', { bubbles: true }))",
                position);
        return this;
    }

    Playground example(String label) {
        browser.all(".chips:not([hidden]) [data-example]").stream()
                .filter(button -> button.getText().equals(label))
                .findFirst()
                .orElseThrow()
                .click();
        return this;
    }

    Playground type(String question) {
        browser.find("[data-ask]").sendKeys(question, Keys.ENTER);
        return this;
    }

    /** Fails with what the page says where the answer did not end well. */
    Playground awaitEnd() {
        browser.await(
                "the answer ends",
                b -> !b.find("[data-status]").getDomProperty("textContent").isEmpty());
        assertThat(browser.text("[data-notice]")).as("what went wrong").isEmpty();
        return this;
    }

    String answer() {
        return browser.find("[data-tokens]").getDomProperty("textContent");
    }

    String receipt() {
        return browser.text("[data-receipt]");
    }

    List<WebElement> tokens() {
        return browser.all("[data-tokens] .tk");
    }

    List<WebElement> largeTokens() {
        return browser.all("[data-tokens] mark.tk.large");
    }

    Playground hover(WebElement token) {
        new Actions(browser.driver()).moveToElement(token).perform();
        return this;
    }

    Playground press(CharSequence... keys) {
        new Actions(browser.driver()).sendKeys(keys).perform();
        return this;
    }

    String card() {
        return browser.text("[data-token-card]");
    }

    boolean cardIsShown() {
        return browser.find("[data-token-card]").isDisplayed();
    }
}
