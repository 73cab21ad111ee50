package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.BodyInserters;

/** Forms with passwords, people and the audit log, as they are rendered; what is behind them is scripted. */
@SpringBootTest(classes = DevConsole.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class GatePagesTest {

    @Value("${local.server.port}")
    private int port;

    private WebTestClient client;

    @BeforeEach
    void connect() {
        client = WebTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .responseTimeout(Duration.ofMinutes(5))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(1 << 20))
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "wrong, 401, Name or password is wrong, 3 left",
        "often, 429, Too many tries, in 11 minutes",
    })
    void aTryThatFailsIsToldAboveTheForm(String name, int status, String title, String text) {
        assertThat(signIn(name, "/")
                        .expectStatus()
                        .isEqualTo(status)
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody())
                .contains(title, text, "value=\"" + name + "\"", "value=\"form-token\"")
                .doesNotContain("secret of theirs");
    }

    @Test
    void whoWaitsIsToldHowLong() {
        signIn("often", "/").expectHeader().valueEquals("Retry-After", "601");
    }

    @ParameterizedTest
    @CsvSource({"ann, /models, /models", "ann, //evil.example, /", "new, /models, /change-password"})
    void aTryThatSucceedsLeadsOn(String name, String next, String to) {
        signIn(name, next).expectStatus().isSeeOther().expectHeader().location(to);
    }

    @Test
    void everyPageSaysWhoIsSignedInAndHowToLeave() {
        for (String path : new String[] {"/", "/models", "/batching", "/people", "/audit"}) {
            assertThat(page(path))
                    .as(path)
                    .contains("Administrator", "action=\"/sign-out\"", "name=\"page-token\" content=\"page-token\"");
        }
    }

    @Test
    void peopleAreListedWithWhatTheyMayAndAdministratorsChangeThem() {
        assertThat(page("/people"))
                .contains("<h1>People</h1>", "27 Nov 2026, 14:06", "has to choose a password", "disabled", "never")
                .contains("data-version=\"7\"", "data-add-form", "js/people.js");
    }

    @Test
    void whoMayNotChangeThemSeesWhyAndNoButtons() {
        assertThat(page("/people?as=viewer"))
                .contains("Changed by administrators; vera is viewer.", "newcomer")
                .doesNotContain("data-change", "data-add", "js/people.js");
        assertThat(page("/batching?as=viewer"))
                .contains("Changed by operators; vera is viewer.")
                .containsPattern("name=\"mode\" value=\"pinned\"[^>]* disabled");
    }

    @Test
    void anEntryShowsWhatDiffersAndWhy() {
        assertThat(page("/audit"))
                .contains("Friday 27 November 2026", "14:06:31", "<b>hard-digits</b>")
                .contains("enter: <del>0.45</del>", "enter: <ins>0.2</ins>", "window.size: <ins>4</ins>")
                .doesNotContain("metric: ")
                .contains("Share target &lt;4 %&gt;", "no reason given", "1,214 entries", "before=20417")
                .contains("Signed in");
    }

    @Test
    void entriesCanBeNarrowedDownToEveryTopicThatThereIs() {
        assertThat(page("/audit"))
                .containsPattern("value=\"policy\"[^>]*>Policies<")
                .containsPattern("value=\"session\"[^>]*>Sign-ins<")
                .as("one that has no label of its own")
                .containsPattern("value=\"new-kind\"[^>]*>New kind<");
    }

    @Test
    void aFilterStaysInItsFormAndInTheLinks() {
        assertThat(page("/audit?actor=ann&topic=policy&text=%3Cb%3E"))
                .contains("value=\"&lt;b&gt;\"", "/api/admin/audit.csv?text=%3Cb%3E&amp;actor=ann&amp;topic=policy")
                .containsPattern("value=\"ann\"[^>]*selected");
        assertThat(page("/audit?text=nothing")).contains("No entry fits", "Show everything");
        assertThat(page("/audit?from=x")).contains("from must be a day");
    }

    @ParameterizedTest
    @ValueSource(strings = {"one of twelve", "another one of them"})
    void newPasswordsHaveToBeTheSame(String repeated) {
        String told = client.post()
                .uri("/change-password")
                .body(BodyInserters.fromFormData("password", "x")
                        .with("new-password", "one of twelve")
                        .with("repeated", repeated))
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(told)
                .contains(repeated.equals("one of twelve") ? "It is too well known." : "The two new passwords differ.");
    }

    private WebTestClient.ResponseSpec signIn(String name, String next) {
        return client.post()
                .uri("/sign-in")
                .accept(MediaType.TEXT_HTML)
                .body(BodyInserters.fromFormData("username", name)
                        .with("password", "secret of theirs")
                        .with("next", next))
                .exchange();
    }

    private String page(String path) {
        return client.get()
                .uri(URI.create("http://localhost:" + port + path))
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
