package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What an operator sees who tries the demo pair. */
class PlaygroundBrowserTest {

    private static final String STORY = "Omar has 268 tickets. A friend takes 127. He wins 85 more. He loses 49."
            + " How many tickets are there at the end?";

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    private Playground page;

    @BeforeEach
    void open() {
        page = Playground.open(browser);
    }

    @AfterEach
    void nothingWasComplainedAbout() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void bothModelsWriteTheAnswerAndEachTokenSaysWhich() {
        page.type(STORY).awaitEnd();

        assertThat(page.answer()).contains("Answer:");
        assertThat(page.largeTokens()).isNotEmpty();
        assertThat(page.tokens()).hasSizeGreaterThan(5 * page.largeTokens().size());
        assertThat(browser.text("[data-legend]")).contains("demo-small", "demo-large");
        assertThat(page.receipt()).contains("By the large model", "First token", "Finish", "stop");
        WebElement large = page.largeTokens().getFirst();
        WebElement small = browser.find("[data-tokens] span.tk");
        assertThat(large.getCssValue("font-weight")).as("not by colour alone").isEqualTo("700");
        assertThat(large.getCssValue("box-shadow")).isNotEqualTo("none");
        assertThat(small.getCssValue("font-weight")).isEqualTo("400");
    }

    @Test
    void aTokenShowsItsWriterAndItsEntropy() {
        page.example("Omar’s tickets").awaitEnd();

        page.hover(page.largeTokens().getFirst());
        assertThat(page.card()).contains("Written by", "demo-large", "Small proposed", "Entropy", "nats", "threshold");
        page.hover(browser.find("[data-tokens] span.tk"));
        assertThat(page.card()).contains("demo-small", "token 1 of", "Entropy", "Log-probability");
    }

    @Test
    void theKeyboardWalksAlongTheTokens() {
        page.example("Omar’s tickets").awaitEnd();

        browser.run("document.querySelector('[data-tokens] .tk').focus()");
        assertThat(page.card()).contains("token 1 of");
        page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertThat(page.card()).contains("token 3 of");
        page.press(Keys.ARROW_LEFT);
        assertThat(page.card()).contains("token 2 of");
        page.press(Keys.ESCAPE);
        assertThat(page.cardIsShown()).isFalse();
    }

    @Test
    void aLowerThresholdAsksTheLargeModelMore() {
        int seldom = page.threshold(1000)
                .example("Omar’s tickets")
                .awaitEnd()
                .largeTokens()
                .size();
        int often = page.threshold(0)
                .example("Omar’s tickets")
                .awaitEnd()
                .largeTokens()
                .size();
        assertThat(often).isGreaterThan(seldom);
    }

    @Test
    void everyOptionOfThePolicyCanBeSetForOneRun() {
        page.policy("fuse");
        assertThat(browser.find("[data-number-row]").isDisplayed()).isFalse();
        assertThat(browser.text("[data-threshold-idle]")).contains("“Together where” is not entropy");
        browser.find("[data-options-box] summary").click();
        browser.find("#r-fuse-weightLarge").sendKeys(Keys.chord(Keys.CONTROL, "a"), "0.8");
        browser.find("#r-fuse-gate").sendKeys("entropy");
        assertThat(browser.find("[data-number-row]").isDisplayed()).isTrue();
        page.example("Omar’s tickets").awaitEnd();
        browser.find("[data-curl-open]").click();
        assertThat(browser.text("#curl").replaceAll("\\s+", ""))
                .contains("\"policy\":\"fuse\"", "\"options\":{\"weightLarge\":0.8,\"gate\":\"entropy\"}");
    }

    @Test
    void aFinishedRunLeadsToItsTimeline() {
        page.example("Omar’s tickets").awaitEnd();
        browser.find("[data-timeline]").click();
        browser.await("its page", b -> b.text("h1").startsWith("Request chatcmpl-"));
        assertThat(browser.text("main")).contains("The way between the two models", "demo-large");
    }

    @Test
    void eachModelCanWriteAlone() {
        page.ask("demo-small").example("Omar’s tickets").awaitEnd();
        assertThat(page.largeTokens()).isEmpty();
        assertThat(page.tokens()).isNotEmpty();
        assertThat(browser.find("[data-policy]").isDisplayed()).isFalse();

        page.ask("demo").policy("large alone").example("Omar’s tickets").awaitEnd();
        assertThat(page.largeTokens()).hasSameSizeAs(page.tokens());
        assertThat(page.answer()).contains("Answer: 177");
    }

    @Test
    void sendIsStopWhileTheAnswerIsWritten() {
        browser.run("""
                const tokens = document.querySelector('[data-tokens]'), send = document.querySelector('[data-send]');
                const seen = new MutationObserver(() => {
                  if (!tokens.querySelector('.tk')) return;
                  seen.disconnect();
                  window.labelWhileWriting = send.textContent;
                  send.click();
                });
                seen.observe(tokens, { childList: true });""");
        page.example("Omar’s tickets").awaitEnd();

        assertThat(browser.run("return window.labelWhileWriting")).isEqualTo("Stop");
        assertThat(page.receipt()).contains("stopped by you");
        assertThat(page.answer()).doesNotContain("Answer:");
        page.example("Omar’s tickets").awaitEnd();
        assertThat(page.answer()).as("the server goes on to serve").contains("Answer:");
    }

    @Test
    void speedOfEachModelIsShownLive() {
        browser.await(
                "figures arrive",
                b -> !b.text("[data-shown-for=demo] [data-rate]").equals("–"));
        browser.run("""
                window.rates = [];
                const rate = document.querySelector('[data-shown-for=demo] [data-rate]');
                new MutationObserver(() => window.rates.push(rate.textContent)).observe(rate, { childList: true });""");
        page.example("Omar’s tickets").awaitEnd();
        browser.await("the small model's speed was above zero", b ->
                (boolean) b.run("return window.rates.some(rate => parseFloat(rate) > 0)"));

        browser.find("[data-live-toggle]").click();
        assertThat(browser.text("[data-live-text]")).startsWith("Paused at");
        browser.find("[data-live-toggle]").click();
        browser.await("figures go on", b -> b.text("[data-live-text]").equals("Live, every second"));
    }

    @Test
    void earlierRunsCanBeLookedAtAgain() {
        page.example("Omar’s tickets").awaitEnd();
        String first = page.answer();
        page.example("Sara’s beads").awaitEnd();
        assertThat(page.answer()).isNotEqualTo(first);
        assertThat(browser.all("[data-earlier-list] svg.tape")).hasSize(2);

        browser.all("[data-earlier-list] button").getLast().click();
        assertThat(page.answer()).isEqualTo(first);
    }

    @Test
    void aRunCanBeTakenAlongAsCurl() {
        page.threshold(500).example("Omar’s tickets").awaitEnd();
        browser.find("[data-curl-open]").click();
        assertThat(browser.text("#curl"))
                .startsWith("curl -N http://")
                .contains("/v1/chat/completions", "\"model\": \"demo\"", "Omar has 268 tickets", "\"threshold\":");
    }

    @Test
    void aServerThatIsGoneIsSaidPlainlyAndTheQuestionIsKept() {
        browser.driver().executeCdpCommand("Network.enable", Map.of());
        browser.driver().executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of("*/v1/chat/completions")));
        try {
            page.type("Is anybody there?");
            browser.await("the failure is said", b -> b.find("[data-notice]").isDisplayed());
        } finally {
            browser.driver().executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of()));
        }
        assertThat(browser.text("[data-notice]")).contains("The server does not answer", "Try again");
        assertThat(browser.find("[data-ask]").getDomProperty("value")).isEqualTo("Is anybody there?");

        browser.find("[data-notice-retry]").click();
        page.awaitEnd();
        browser.complaints(); // of the blocked call
        assertThat(browser.find("[data-notice]").isDisplayed()).isFalse();
        assertThat(page.tokens()).isNotEmpty();
    }
}
