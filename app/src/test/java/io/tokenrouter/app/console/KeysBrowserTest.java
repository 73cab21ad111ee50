package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Keys in an administrator's hands. */
class KeysBrowserTest {

    private static final RunningServer server = RunningServer.withKeys();

    @RegisterExtension
    static final Browser browser = Browser.ofAdmin(server);

    private static HttpClient http;

    @BeforeAll
    static void start() {
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        if (http != null) {
            http.shutdownNow();
        }
    }

    @BeforeEach
    void open() {
        browser.open("/keys");
    }

    @Test
    void aKeyIsMadeShownOnceUsedChangedAndRevoked() throws Exception {
        String name = "key " + UUID.randomUUID();
        String secret = make(name);
        assertThat(secret).matches("tr-[0-9a-z]{52}");
        assertThat(browser.find("[data-done]").isEnabled())
                .as("before it is stored")
                .isFalse();
        browser.find("[data-stored]").click();
        browser.find("[data-done]").click();
        browser.await("it is in the list", b -> b.text("[data-keys]").contains(name));
        assertThat((String) browser.run("return document.documentElement.outerHTML"))
                .contains(secret.substring(0, 7))
                .doesNotContain(secret);
        assertThat(row(name)).contains("demo", "600 requests a minute");
        assertThat(lastUsed(name)).isEqualTo("never");

        assertThat(complete(secret)).isEqualTo(200);
        browser.await("its tokens are counted", b -> {
            b.open("/keys");
            return row(name).contains("% large") && !lastUsed(name).equals("never");
        });

        dialogOf(name);
        fill("tokens_per_minute", "400000");
        browser.find("[data-save]").click();
        browser.await("the change is shown", b -> row(name).contains("600 requests and 400k tokens a minute"));
        assertThat(browser.told()).contains("Saved: " + name);

        dialogOf(name);
        browser.find("[data-revoke]").click();
        browser.await(
                "it is asked once more", b -> b.text("[data-revoke-title]").contains(name));
        browser.find("[data-revoke-now]").click();
        browser.await("it is revoked", b -> row(name).contains("revoked"));
        assertThat(complete(secret)).isEqualTo(401);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aWrongValueIsToldBesideItsField() {
        newKey();
        fill("name", "x");
        browser.find("[data-save]").click();
        browser.await("the refusal", b -> b.find("[data-error=name]").isDisplayed());
        assertThat(browser.text("[data-error=name]")).contains("2 to 40 characters");
        assertThat(browser.find("[data-field=name]").getDomAttribute("aria-invalid"))
                .isEqualTo("true");

        fill("name", "one that counts");
        fill("requests_per_minute", "0");
        browser.find("[data-save]").click();
        browser.await(
                "the next refusal",
                b -> b.find("[data-error=requests_per_minute]").isDisplayed());
        assertThat(browser.find("[data-error=name]").isDisplayed()).isFalse();
    }

    @Test
    void whatSomebodyElseChangedMeanwhileIsNotOverwritten() {
        String name = "key " + UUID.randomUUID();
        make(name);
        browser.find("[data-stored]").click();
        browser.find("[data-done]").click();
        browser.await("it is in the list", b -> b.text("[data-keys]").contains(name));
        dialogOf(name);
        browser.runAsync("""
                const done = arguments[arguments.length - 1];
                const key = JSON.parse([...document.querySelectorAll('[data-change-key]')]
                  .map(b => b.dataset.changeKey).find(k => JSON.parse(k).name === arguments[0]));
                fetch(`/api/admin/keys/${key.id}`, {
                  method: 'PUT',
                  headers: {
                    'Content-Type': 'application/json',
                    'If-Match': '*',
                    'X-CSRF-TOKEN': document.querySelector('meta[name=page-token]').content,
                  },
                  body: JSON.stringify({ name: key.name, models: [] }),
                }).then(done);""", name);
        browser.find("[data-save]").click();
        browser.await("the refusal", b -> b.find("[data-refusal]").isDisplayed());
        assertThat(browser.text("[data-refusal]")).contains("Somebody else changed it", "open the key again");
        browser.find("[data-key-dialog] [data-close]").click();
    }

    @Test
    void thePlaygroundNeedsNoKey() {
        String name = "key " + UUID.randomUUID();
        make(name);
        browser.find("[data-stored]").click();
        browser.find("[data-done]").click();
        Playground.open(browser).example("Omar’s tickets").awaitEnd();
        browser.await("its use is told", b -> {
            b.open("/keys");
            return row("playground").contains("% large");
        });
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePageHasNoBarriers(int width, String theme) {
        make("key " + UUID.randomUUID());
        browser.screen(width, 832, theme);
        assertThat(browser.barriers()).as("with a new key").isEmpty();
        browser.find("[data-stored]").click();
        browser.find("[data-done]").click();
        browser.open("/keys");
        assertThat(browser.barriers()).as("the tables").isEmpty();
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
        browser.run("document.querySelector('[data-change-key]').click()");
        browser.await("the dialog", b -> b.find("[data-key-dialog]").isDisplayed());
        assertThat(browser.barriers()).as("the dialog").isEmpty();
        browser.find("[data-revoke]").click();
        browser.await("the question", b -> b.find("[data-revoke-dialog]").isDisplayed());
        assertThat(browser.barriers()).as("the question").isEmpty();
    }

    private static void newKey() {
        browser.run("document.querySelector('[data-new-key]').click()");
        browser.await("the form", b -> b.find("[data-key-form]").isDisplayed());
    }

    /** Makes a key for the demo pair with a limit; leaves the dialog open that shows it. */
    private static String make(String name) {
        newKey();
        fill("name", name);
        browser.run("document.querySelector('[data-model][value=demo]').click()");
        fill("requests_per_minute", "600");
        browser.find("[data-save]").click();
        browser.await("the key is shown", b -> b.text("[data-secret]").startsWith("tr-"));
        return browser.text("[data-secret]");
    }

    private static void dialogOf(String name) {
        browser.run("""
                [...document.querySelectorAll('[data-change-key]')]
                  .find(b => JSON.parse(b.dataset.changeKey).name === arguments[0]).click()""", name);
        browser.await("its form", b -> b.find("[data-key-form]").isDisplayed());
    }

    private static String row(String name) {
        return browser.all("[data-keys] tbody tr").stream()
                .map(WebElement::getText)
                .filter(text -> text.contains(name))
                .findFirst()
                .orElse("");
    }

    private static String lastUsed(String name) {
        return browser.all("[data-keys] tbody tr").stream()
                .filter(row -> row.getText().contains(name))
                .map(row ->
                        row.findElement(By.cssSelector("[data-l='Last used']")).getText())
                .findFirst()
                .orElse("");
    }

    private static void fill(String field, String value) {
        WebElement input = browser.find("[data-field=" + field + "]");
        input.clear();
        input.sendKeys(value);
    }

    private static int complete(String secret) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                                .headers("Content-Type", "application/json", "Authorization", "Bearer " + secret)
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"model\": \"demo\", \"prompt\": \"Lena has\", \"max_tokens\": 4}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }
}
