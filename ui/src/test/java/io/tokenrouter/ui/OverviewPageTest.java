package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The overview where there is little to see. */
@SpringBootTest(
        classes = {DevConsole.class, OverviewPageTest.NothingRegistered.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OverviewPageTest {

    @Value("${local.server.port}")
    private int port;

    @Configuration(proxyBeanMethods = false)
    static class NothingRegistered {

        @Bean
        @Primary
        ConsoleCatalog nothing() {
            return new Registered(List.of(), List.of());
        }
    }

    private record Registered(List<PairView> pairs, List<ModelView> models) implements ConsoleCatalog {

        @Override
        public List<PolicyView> policies() {
            return List.of();
        }
    }

    @Test
    void aServerWithoutModelsSaysHowToBegin() {
        WebTestClient client = WebTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .responseTimeout(Duration.ofMinutes(5))
                .build();
        assertThat(page(client, "/"))
                .contains("No model is registered", "Nothing is registered yet", "href=\"/register\"", "Recent changes")
                .doesNotContain("data-tile", "Where requests are");
        assertThat(page(client, "/?as=viewer"))
                .contains("No model is registered")
                .doesNotContain("href=\"/register\"");
    }

    @Test
    void aModelAloneHasNoRoleAndAModelOfTwoPairsTheLargerOne() {
        OverviewPage page = OverviewPage.of(
                new Registered(
                        List.of(
                                pair("one", "small", "middle", ServingState.SERVING, null),
                                pair("other", "middle", "large", ServingState.SERVING, null)),
                        List.of(
                                model("alone", ServingState.SERVING, null),
                                model("small", ServingState.SERVING, null),
                                model("middle", ServingState.DRAINING, null),
                                model("large", ServingState.LOADING, null))),
                new ScriptedThroughput().status());
        assertThat(page.writers())
                .containsExactly(
                        new OverviewPage.Writer("small", "small"),
                        new OverviewPage.Writer("middle", "large"),
                        new OverviewPage.Writer("alone", "alone"));
        assertThat(page.sub()).isEqualTo("2 pairs, serving");
    }

    @Test
    void aModelThatFailedIsToldOnceWithItsPair() {
        OverviewPage page = OverviewPage.of(
                new Registered(
                        List.of(pair("mine", "small", "broken", ServingState.FAILED, "broken is not loaded")),
                        List.of(
                                model("broken", ServingState.FAILED, "not a GGUF file"),
                                model("lost", ServingState.FAILED, null))),
                new ScriptedThroughput().status());
        assertThat(page.failures())
                .containsExactly(
                        new OverviewPage.Failure("mine", "/pairs/mine", "broken is not loaded"),
                        new OverviewPage.Failure("lost", "/models", "Its page says more."));
        assertThat(page.failureTitle()).isEqualTo("2 could not be loaded");
        assertThat(page.writing()).isEmpty();
        assertThat(page.sub()).isEqualTo("1 pair, 0 of them serving");
    }

    @Test
    void aChangeOfTodayHasItsTimeAndAnOlderOneItsDay() {
        ConsoleAudit.Entry entry = new ConsoleAudit.Entry(
                1, Instant.parse("2026-11-27T14:06:31Z"), "ann", "console", "key.create", "mine", null, null, " ");
        RecentChanges today = RecentChanges.of(List.of(entry), Instant.parse("2026-11-27T23:59:59Z"));
        assertThat(today.when(today.lines().getFirst())).isEqualTo("14:06");
        assertThat(today.tellsValues(today.lines().getFirst())).isFalse();
        assertThat(today.by(today.lines().getFirst())).isEqualTo("ann");
        RecentChanges later = RecentChanges.of(List.of(entry), Instant.parse("2027-01-02T00:00:00Z"));
        assertThat(later.when(later.lines().getFirst())).isEqualTo("27 Nov 2026");
    }

    private static String page(WebTestClient client, String path) {
        return client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }

    private static PairView pair(String id, String small, String large, ServingState state, @Nullable String reason) {
        return new PairView(id, state, reason, small, large, ScriptedCatalog.UNCERTAINTY, 512, List.of(), null);
    }

    private static ModelView model(String id, ServingState state, @Nullable String reason) {
        return new ModelView(id, state, reason, "llama", id + ".gguf", 1, "F16", 1, 1, 1, 1, 1);
    }
}
