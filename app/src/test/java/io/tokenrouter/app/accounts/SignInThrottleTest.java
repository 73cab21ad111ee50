package io.tokenrouter.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignInThrottleTest {

    private static final Instant BEGIN = Instant.parse("2026-11-30T08:00:00Z");

    private final SignInThrottle throttle = new SignInThrottle();

    @Test
    void fiveTriesFromAnAddressThenItWaitsUntilTheWindowEnds() {
        for (int left = 4; left >= 0; left--) {
            SignInThrottle.Verdict verdict = throttle.begin("ann", "a", BEGIN);
            assertThat(verdict.mustWait()).isFalse();
            assertThat(verdict.left()).isEqualTo(left);
        }

        assertThat(throttle.begin("ann", "a", BEGIN.plusSeconds(60)).delay()).isEqualTo(Duration.ofMinutes(14));
        assertThat(throttle.begin("ann", "b", BEGIN).mustWait())
                .as("her own address is not kept out by another")
                .isFalse();
        assertThat(throttle.begin("bob", "a", BEGIN).mustWait()).isFalse();
        assertThat(throttle.begin("ann", "a", BEGIN.plus(SignInThrottle.WINDOW)).mustWait())
                .isFalse();
    }

    @Test
    void whatHasToWaitDoesNotCount() {
        for (int i = 0; i < 50; i++) {
            throttle.begin("ann", "a", BEGIN);
        }

        assertThat(throttle.begin("ann", "a", BEGIN.plusSeconds(1)).delay())
                .isEqualTo(SignInThrottle.WINDOW.minusSeconds(1));
        assertThat(throttle.begin("bob", "a", BEGIN).mustWait()).isFalse();
    }

    @Test
    void whatNobodyCouldJudgeDoesNotCount() {
        for (int i = 0; i < 2 * SignInThrottle.OF_ACCOUNT; i++) {
            assertThat(throttle.begin("ann", "a", BEGIN).mustWait()).isFalse();
            throttle.undecided("ann", "a", BEGIN);
        }
        assertThat(throttle.size()).isZero();
    }

    @Test
    void anAddressThatTriesManyNamesWaitsForAllOfThem() {
        for (int i = 0; i < SignInThrottle.OF_ADDRESS; i++) {
            assertThat(throttle.begin("name" + i, "a", BEGIN).mustWait()).isFalse();
        }

        assertThat(throttle.begin("another", "a", BEGIN).mustWait()).isTrue();
        assertThat(throttle.begin("another", "b", BEGIN).mustWait()).isFalse();
    }

    @Test
    void anAccountThatIsTriedFromManyAddressesWaitsAsWell() {
        for (int i = 0; i < SignInThrottle.OF_ACCOUNT; i++) {
            assertThat(throttle.begin("ann", "address" + i, BEGIN).mustWait()).isFalse();
        }

        assertThat(throttle.begin("ann", "another", BEGIN).mustWait()).isTrue();
    }

    @Test
    void aGoodTryStartsAfreshAndGivesNoOtherAccountMoreTries() {
        for (int i = 0; i < 4; i++) {
            throttle.begin("ann", "a", BEGIN);
        }
        for (int i = 0; i < 3; i++) {
            throttle.begin("victim", "a", BEGIN);
        }
        throttle.begin("ann", "a", BEGIN);
        throttle.succeeded("ann", "a", BEGIN);

        assertThat(throttle.begin("ann", "a", BEGIN).left()).isEqualTo(4);
        assertThat(throttle.begin("victim", "a", BEGIN).left()).isEqualTo(1);
    }

    @Test
    void goodTriesNeverAddUp() {
        for (int i = 0; i < 1000; i++) {
            assertThat(throttle.begin("ann", "a", BEGIN).mustWait()).isFalse();
            throttle.succeeded("ann", "a", BEGIN);
        }

        assertThat(throttle.size()).isZero();
    }

    @Test
    void memoryIsBoundedHoweverManyNamesAndAddressesTry() {
        for (int i = 0; i < 3 * SignInThrottle.MOST_COUNTS; i++) {
            throttle.begin("name" + i, "address" + i, BEGIN);
        }

        assertThat(throttle.size()).isEqualTo(3 * SignInThrottle.MOST_COUNTS);
    }
}
