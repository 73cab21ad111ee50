package io.tokenrouter.app.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepsTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:34:56.789Z");
    private static final HistoryRetention KEPT =
            new HistoryRetention(0, Duration.ofDays(7), Duration.ofDays(90), Duration.ofDays(400));

    @ParameterizedTest
    @CsvSource({
        "PT1H, 10, SAMPLES",
        "PT6H, 60, MINUTES",
        "P1D, 300, MINUTES",
        "P7D, 1800, MINUTES",
        "P30D, 7200, HOURS",
        "P400D, 86400, HOURS"
    })
    void theStepFollowsTheSpan(Duration span, int seconds, Resolution resolution) {
        Steps steps = steps(span, 0);
        assertThat(steps.seconds()).isEqualTo(seconds);
        assertThat(steps.resolution()).isEqualTo(resolution);
    }

    @Property(tries = 500)
    void pointsAreBoundedAndCoverTheSpan(@ForAll @LongRange(min = 1, max = 3660L * 86_400) long span) {
        Steps steps = steps(Duration.ofSeconds(span), 0);
        assertThat(steps.count()).isBetween(1, Steps.MOST_POINTS);
        assertThat(steps.from()).isBeforeOrEqualTo(NOW.minusSeconds(span));
        assertThat(steps.from().plusSeconds((long) steps.count() * steps.seconds()))
                .isAfterOrEqualTo(NOW);
        assertThat(steps.seconds() % steps.resolution().seconds()).isZero();
    }

    @Test
    void whatIsNotKeptSoFinelyComesCoarser() {
        Steps steps = Steps.of(
                NOW.minus(Duration.ofDays(8)), NOW.minus(Duration.ofDays(8)).plusSeconds(600), 0, KEPT, NOW);
        assertThat(steps.resolution()).isEqualTo(Resolution.MINUTES);
        assertThat(steps.seconds()).isEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource({"PT1H, 5", "PT1H, 15", "PT1H, 130", "P1D, 1830", "P7D, 10", "P90D, 3600", "PT1H, -10"})
    void stepsThatDoNotFitAreRefused(Duration span, int seconds) {
        assertThatThrownBy(() -> steps(span, seconds)).isInstanceOf(InvalidHistoryException.class);
    }

    private static Steps steps(Duration span, int seconds) {
        return Steps.of(NOW.minus(span), NOW, seconds, KEPT, NOW);
    }
}
