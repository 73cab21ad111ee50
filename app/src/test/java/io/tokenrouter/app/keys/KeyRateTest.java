package io.tokenrouter.app.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How often a key may ask, on a manual clock. */
class KeyRateTest {

    private final ManualClock clock = new ManualClock();

    @Test
    void aMinutesRequestsMayComeAtOnceAndThenOneAtATime() {
        KeyRate rate = KeyRate.of(6, null, clock);
        for (int i = 0; i < 6; i++) {
            assertThat(rate.takeRequest()).isZero();
        }
        assertThat(rate.takeRequest()).isEqualTo(Duration.ofSeconds(10).toNanos());

        clock.advance(Duration.ofSeconds(10).minusNanos(1));
        assertThat(rate.takeRequest()).isEqualTo(1);
        clock.advance(Duration.ofNanos(1));
        assertThat(rate.takeRequest()).isZero();
        assertThat(rate.takeRequest()).isPositive();
    }

    @Test
    void noMoreThanAMinutesRequestsAreSavedUp() {
        KeyRate rate = KeyRate.of(3, null, clock);
        clock.advance(Duration.ofDays(1));
        for (int i = 0; i < 3; i++) {
            assertThat(rate.takeRequest()).isZero();
        }
        assertThat(rate.takeRequest()).isPositive();
    }

    @Test
    void aRequestThatIsRefusedTakesNothing() {
        KeyRate rate = KeyRate.of(60, null, clock);
        for (int i = 0; i < 60; i++) {
            rate.takeRequest();
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(rate.takeRequest()).isPositive();
        }
        clock.advance(Duration.ofSeconds(1));
        assertThat(rate.takeRequest()).isZero();
    }

    @Test
    void tokensAreTakenWhenTheyAreKnownAndOwedUpToAMinutesWorth() {
        KeyRate rate = KeyRate.of(null, 600, clock);
        rate.takeTokens(599);
        assertThat(rate.takeRequest()).as("one is left").isZero();

        rate.takeTokens(1_000_000);
        assertThat(rate.takeRequest()).isEqualTo(Duration.ofMillis(60_100).toNanos());
        clock.advance(Duration.ofMillis(60_100));
        assertThat(rate.takeRequest()).isZero();
    }

    @Test
    void aKeyOutOfTokensKeepsItsRequests() {
        KeyRate rate = KeyRate.of(1, 600, clock);
        rate.takeTokens(600);
        assertThat(rate.takeRequest()).isPositive();
        clock.advance(Duration.ofMillis(100));
        assertThat(rate.takeRequest())
                .as("the request of this minute is still there")
                .isZero();
    }

    @Test
    void withoutLimitsNothingIsRefused() {
        KeyRate rate = KeyRate.of(null, null, clock);
        rate.takeTokens(Long.MAX_VALUE);
        for (int i = 0; i < 10_000; i++) {
            assertThat(rate.takeRequest()).isZero();
        }
    }
}
