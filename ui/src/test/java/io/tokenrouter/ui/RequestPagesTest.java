package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The pages of generations as they are sent. */
@SpringBootTest(classes = DevConsole.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class RequestPagesTest {

    @Value("${local.server.port}")
    private int port;

    private static final ModelRoles ROLES = new ModelRoles(Set.of("demo-large"));

    private WebTestClient client;

    @BeforeEach
    void connect() {
        client = WebTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .responseTimeout(Duration.ofMinutes(5))
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
    void theListTellsWhereEachOneIsAndHowItEnded() {
        assertThat(page("/requests"))
                .contains(
                        "<h1>Requests</h1>",
                        "<span data-running-figure>2</span>",
                        "in a step of",
                        "in line for a place",
                        "1 waiting")
                .contains("failed: internal", "151 ms", "2.2 ms", "80 tokens, 1 by the large model")
                .contains("The last 1,000 are kept in memory, all of them for 90 days in Postgres, without text")
                .contains("before=next")
                .doesNotContain(ScriptedRequests.MARKUP);
    }

    @Test
    void anEmptyListAnOutageAndAFilterThatIsNoneAreSaid() {
        assertThat(page("/requests?text=none")).contains("No request fits", "Nothing runs at this moment.");
        assertThat(page("/requests?text=away")).contains("Postgres does not answer; answers are not affected");
        assertThat(page("/requests?text=wrong")).contains("This cannot be looked for", "text must be shorter");
        assertThat(page("/requests?before=x"))
                .contains("<h2 id=\"q-2\">Older</h2>")
                .doesNotContain("id=\"q-1\"");
    }

    @Test
    void thePageOfOneHasItsWayAsADrawingAndAsATable() {
        assertThat(page("/requests/r-3"))
                .contains("Finished: stop", "The way between the two models", "class=\"blk large\"", "1.62")
                .contains("The first and the last are kept; 40 between them are not.")
                .contains("Neither prompt nor answer is kept.")
                .doesNotContain(ScriptedRequests.MARKUP, "data-stop=");
        assertThat(page("/requests/r-1")).contains("Running", "data-stop=\"r-1\"", "data-follow=\"one\"");
        assertThat(page("/requests/gone")).contains("Its way is not kept any more.", "cancelled");
    }

    @ParameterizedTest
    @CsvSource({"demo-large, large, small", "demo-small, small, large"})
    void aModelThatAnswersAloneHasTheColourOfItsRole(String model, String role, String other) {
        assertThat(page("/requests/alone-" + model))
                .contains("The steps of the model", "class=\"blk " + role + "\"", "k-b " + role)
                .contains("<span class=\"writer " + role + "\">" + model + "</span>", "class=\"n-" + role + "\"")
                .doesNotContain("blk " + other, "k-b " + other, "writer " + other, "n-" + other);
    }

    @Test
    void theIdThatCameWithAnAnswerLeadsToItsPage() {
        client.get()
                .uri("/requests/{id}", "chatcmpl-" + ScriptedRequests.MARKUP + "r-3")
                .exchange()
                .expectStatus()
                .isSeeOther()
                .expectHeader()
                .location("/requests/r-3");
    }

    @Test
    void anUnknownOneIsNotFound() {
        client.get().uri("/requests/nothing").exchange().expectStatus().isNotFound();
    }

    @Test
    void barsAreWhereTheirTimesAreAndNeverThinnerThanCanBeSeen() {
        LanesDrawing lanes = LanesDrawing.of(ScriptedRequests.hops(), ROLES::of, 150);
        double perMilli = (lanes.width() - 36) / 150;
        assertThat(lanes.bars()).extracting(LanesDrawing.Bar::role).containsExactly("small", "large", "small");
        assertThat(lanes.bars().get(1).x()).isEqualTo(12 + 44 * perMilli);
        assertThat(lanes.bars().get(1).width()).isEqualTo(8 * perMilli);
        assertThat(lanes.bars().get(1).readWidth()).isEqualTo(6.5 * perMilli);
        assertThat(lanes.moves()).hasSize(2);
        assertThat(lanes.ticks().getFirst().label()).isEqualTo("0");

        List<HopView> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add(new HopView(
                    i % 2 == 0 ? "demo-small" : "demo-large", i, 1, 1, 0, 1, 0, i, i, i + 1e-9, 0, 0, 0, 1, null));
        }
        LanesDrawing crowded = LanesDrawing.of(many, ROLES::of, 1e7);
        assertThat(crowded.width()).isLessThanOrEqualTo(12_000);
        assertThat(crowded.bars()).allSatisfy(bar -> assertThat(bar.width()).isGreaterThanOrEqualTo(2));
    }

    @ParameterizedTest
    @CsvSource({
        "0.0022, 2.2 ms",
        "0.0999, 99.9 ms",
        "0.09996, 100 ms",
        "0.151, 151 ms",
        "0.9996, 1.0 s",
        "6.14, 6.1 s",
        "125, 2 min 5 s",
    })
    void timesHaveTheUnitThatFits(double seconds, String words) {
        assertThat(Spans.ofSeconds(seconds)).isEqualTo(words);
    }

    @Test
    void whatIsNotKnownIsNotDrawn() {
        RequestView view = ScriptedRequests.ended("r", "stop", null, Instant.now());
        assertThat(TapeDrawing.of(view)).isNotNull();
        assertThat(Spans.ofSeconds(null)).isEmpty();
        assertThat(Spans.ofMillis(null)).isEmpty();
    }
}
