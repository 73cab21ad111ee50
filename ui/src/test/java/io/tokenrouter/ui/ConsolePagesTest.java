package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** What stands on each page. */
@SpringBootTest(classes = DevConsole.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ConsolePagesTest {

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

    private String page(String path) {
        return client.get()
                .uri(path)
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }

    @Test
    void theFirstPageIsTheOverview() {
        assertThat(page("/"))
                .contains("<h1>Overview</h1>", "2 pairs, 1 of them serving", "odd could not be loaded")
                .contains("from id 3: &lt;0x00&gt; against [INST].", "data-pair=\"demo\"", "data-writing=\"demo\"")
                .contains("data-place=\"demo-large\" data-role=\"large\"", "data-place=\"smol\" data-role=\"large\"")
                .contains("Recent changes", "Share target &lt;4 %&gt;", "27 Nov")
                .contains("enter <del class=\"was\">0.45</del> 0.2")
                .doesNotContain("data-pair=\"odd\"", "data-writing=\"odd\"", "<0x00>");
    }

    @Test
    void recentChangesAreForThoseWhoMayReadTheAuditLog() {
        assertThat(page("/?as=viewer"))
                .contains("Where requests are")
                .doesNotContain("Recent changes", "Share target", "Audit log");
    }

    @Test
    void thePlaygroundOffersWhatServes() {
        assertThat(page("/playground"))
                .contains("<h1>Playground</h1>", "<option value=\"demo\"", "data-threshold=\"0.2\"")
                .contains("hard-digits 3, uncertainty", "139,584 weights", "3,082,496 weights")
                .contains("Omar’s tickets");
    }

    @Test
    void pairsAndModelsAreListedWithTheirStates() {
        assertThat(page("/models"))
                .contains("<h1>Models and pairs</h1>", "1 : 22", "135 M, Q4_1", "demo-large.gguf")
                .contains("Serving", "Failed");
    }

    @Test
    void batchingIsShownForOnePairWithTheRulesThatItsDeviceAllows() {
        assertThat(page("/batching"))
                .contains("<h1>Batching</h1>", "data-pair=\"demo\"", "demo-small", "demo-large", "mine, whose models")
                .contains("value=\"shared-threshold\"")
                .doesNotContain("value=\"index-hold\"");
        assertThat(page("/batching?pair=fresh"))
                .contains("data-pair=\"fresh\"", "value=\"index-hold\"")
                .doesNotContain("value=\"shared-threshold\"");
        client.get().uri("/batching?pair=nobody").exchange().expectStatus().isNotFound();
    }

    @Test
    void throughputIsShownOfAPairOrAModelOverATimeThatEndsNow() {
        assertThat(page("/throughput"))
                .contains("<h1>Throughput</h1>", "data-target=\"demo\"", "data-small=\"demo-small\"")
                .contains("data-large=\"demo-large\"", "data-seconds=\"3600\"", "data-chart=\"share\"")
                .contains("Samples of 10 s are kept 7 days, minutes 90 days, hours 400 days");
        assertThat(page("/throughput?target=demo-small&range=7d"))
                .contains("data-target=\"demo-small\"", "data-seconds=\"604800\"", "the last 7 days")
                .doesNotContain("data-large", "data-chart=\"share\"");
        for (String nothing : List.of("?target=nobody", "?range=1y")) {
            client.get().uri("/throughput" + nothing).exchange().expectStatus().isNotFound();
        }
    }

    @Test
    void keysAreListedWithLimitsEndsAndTodaysUse() {
        assertThat(page("/keys"))
                .contains("<h1>Keys</h1>", "tr-9f2k…", "600 requests and 400k tokens a minute", "19,000", "20 % large")
                .contains("in 3 days", "60 requests a minute", "&lt;b&gt;team&lt;/b&gt; &amp; research")
                .contains("class=\"is-off\"", "ended ", "playground", "whoever is signed in", "5 % large")
                .contains("The API asks for a key", "Usage of the last seven days", "demo-small")
                .contains("data-new-key", "data-key-dialog")
                .containsOnlyOnce("<th scope=\"col\">Asked</th>")
                .doesNotContain("<b>team");
        assertThat(page("/keys?as=viewer"))
                .contains("tr-9f2k…")
                .doesNotContain("data-new-key", "data-key-dialog", "data-change-key", "data-require");
    }

    @ParameterizedTest
    @CsvSource({
        "SERVING, Drain, Try it",
        "LOADING, Stop loading, Read the header",
        "DRAINING, model_draining, still running",
        "FAILED, Check again, First differing token: id 3",
        "UNLOADED, Not loaded, Remove pair",
    })
    void aPairSaysItsStateAndWhatCanBeDone(String state, String one, String other) {
        assertThat(page("/pairs/state-" + state))
                .contains("<h1>state-" + state + "</h1>", one, other, "1 : 22")
                .contains("href=\"/policies?name=hard-digits\"", "href=\"/requests?model=state-" + state + "\"")
                .contains("href=\"/audit?topic=pair&amp;text=state-" + state + "\"");
    }

    @Test
    void aPairThatServesTellsWhatItsStepsTakeAndOneThatDoesNotTellsNothing() {
        assertThat(page("/pairs/demo")).contains("Step of 1 row<", ">Device<");
        assertThat(page("/pairs/state-LOADING")).contains("Loading 25 %").doesNotContain("Step of 1 row<", ">Device<");
    }

    @Test
    void thereAreNoPagesOfWhatIsNotRegistered() {
        for (String path : List.of("/pairs/nobody", "/policies?name=nobody", "/policies/nobody/versions")) {
            client.get().uri(path).exchange().expectStatus().isNotFound();
        }
    }

    @Test
    void aPolicyIsAFormOfItsAlgorithmsOptions() {
        assertThat(page("/policies"))
                .contains("hard-digits", "version 3, in use by demo", "Save version 4")
                .contains("Ask large from", "enter, a number from 0 to 20, default 0.45", "value=\"0.2\"")
                .contains("demo uses it from the next request on.")
                .contains("<span class=\"label\">Scale</span>", "<span>Divide by the largest possible entropy</span>");
        assertThat(page("/policies/new"))
                .contains("New policy", "Save version 1")
                .doesNotContain("Save version 4");
    }

    @Test
    void textOfFilesAndErrorsIsNeverMarkup() {
        assertThat(page("/models"))
                .contains("from id 3: &lt;0x00&gt; against [INST].")
                .doesNotContain("<0x00>");
        assertThat(page("/pairs/state-FAILED"))
                .contains("Reason &lt;img src=x", "detail &lt;img src=x", "<code>&lt;img src=x")
                .doesNotContain("<img");
    }

    @Test
    void anUnknownAddressIsAnsweredInTheShell() {
        client.get()
                .uri("/no-such-page")
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody(String.class)
                .value(body -> assertThat(body).contains("There is no page here", "To the playground"));
    }

    @Test
    void anotherErrorHasAPageOfItsOwn() {
        client.post()
                .uri("/models")
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectBody(String.class)
                .value(body -> assertThat(body)
                        .contains("status 405", "does not take a request of this kind", "To the playground")
                        .doesNotContain("server’s log"));
    }
}
