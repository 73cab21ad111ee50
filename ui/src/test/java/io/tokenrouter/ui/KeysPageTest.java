package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page of keys says of them. */
class KeysPageTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.parse("2026-11-30");

    @Test
    void aKeyThatHasEndedStandsLastAndSaysWhen() {
        KeysPage page = page(
                true,
                ScriptedKeys.key("a", "tr-aaaa", "gone", "", null, null, NOW, null),
                ScriptedKeys.key("b", "tr-bbbb", "here", "", null, null, NOW.plusNanos(1), null));
        assertThat(page.rows()).extracting(KeyRow::name).containsExactly("here", "playground", "gone");
        assertThat(page.rows().getLast().end()).isEqualTo("ended 30 Nov");
        assertThat(page.rows().getLast().isOff()).isTrue();
        assertThat(page.rows().getFirst().end()).isEqualTo("in 0 s");
    }

    @Test
    void todaysTokensAreThoseOfTheKeyAndTheDay() {
        KeysView view = new KeysView(
                true,
                true,
                1,
                List.of(ScriptedKeys.key("a", "tr-aaaa", "one", "", null, null, null, null)),
                true,
                List.of(
                        new UsageView(TODAY, "a", "demo", 2, 100, 50, 5),
                        new UsageView(TODAY, "a", "demo-large", 1, 10, 50, 50),
                        new UsageView(TODAY, "b", "demo", 1, 1000, 1000, 0),
                        new UsageView(TODAY.minusDays(1), "a", "demo", 1, 1000, 1000, 0)),
                NOW);
        KeyRow row = KeysPage.of(view, new ScriptedCatalog()).rows().getFirst();
        assertThat(row.tokens()).isEqualTo("210");
        assertThat(row.share()).isEqualTo(new WriterShare("55 % large", "45.00%", "55.00%"));
    }

    @Test
    void whatIsNotKnownIsNotDrawnAsZero() {
        KeysView away = new KeysView(
                true,
                true,
                1,
                List.of(ScriptedKeys.key("a", "tr-aaaa", "one", "", null, null, null, null)),
                false,
                List.of(),
                NOW);
        KeyRow row = KeysPage.of(away, new ScriptedCatalog()).rows().getFirst();
        assertThat(row.tokens()).isNull();
        assertThat(row.share()).isNull();
        assertThat(row.lastUsed()).isNull();
    }

    @Test
    void callersWithoutAKeyAreShownWhereThereCanBeOrWereSome() {
        assertThat(page(false).rows()).extracting(KeyRow::name).containsExactly("playground", "without a key");
        assertThat(page(true).rows()).extracting(KeyRow::name).containsExactly("playground");
        assertThat(page(false).hasKeys()).isFalse();
    }

    @Test
    void modelsThatAKeyStillHasCanBeTakenFromIt() {
        KeyView key = new KeyView(
                "a", "tr-aaaa", "one", "", "", List.of("demo", "gone"), false, null, null, null, "x", null, null, 1);
        KeysPage page = page(true, key);
        assertThat(page.pairs()).contains("demo");
        assertThat(page.models()).contains("demo-small", "gone").doesNotContain("demo");
    }

    @ParameterizedTest
    @CsvSource({
        "0, now",
        "14, now",
        "15, 15 s ago",
        "60, 1 min ago",
        "3599, 59 min ago",
        "7200, 2 h ago",
        "90000, 29 Nov",
        "31536000, 30 Nov 2025"
    })
    void timesAreToldAsPeopleTellThem(long seconds, String told) {
        assertThat(Moments.ago(NOW.minusSeconds(seconds), NOW)).isEqualTo(told);
    }

    @Test
    void endsAreToldByDayUntilTheyAreNear() {
        assertThat(Moments.in(NOW.plus(Duration.ofHours(75)), NOW)).isEqualTo("in 3 days");
        assertThat(Moments.in(NOW.plus(Duration.ofHours(25)), NOW)).isEqualTo("in 1 day");
        assertThat(endOf(NOW.plus(Duration.ofDays(90)))).isEqualTo("28 Feb 2027");
        assertThat(endOf(null)).isNull();
    }

    private static @Nullable String endOf(@Nullable Instant end) {
        return page(true, ScriptedKeys.key("a", "tr-aaaa", "one", "", null, null, end, null))
                .rows()
                .getFirst()
                .end();
    }

    private static KeysPage page(boolean required, KeyView... keys) {
        return KeysPage.of(new KeysView(required, true, 1, List.of(keys), true, List.of(), NOW), new ScriptedCatalog());
    }
}
