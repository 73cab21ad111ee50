package io.tokenrouter.bench.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TokenTimesTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void sequencesInStepAddUp() {
        TokenTimes a = times(1, 2, 3, 4);
        TokenTimes b = times(1, 2, 3, 4);

        assertThat(TokenTimes.commonRate(List.of(a, b))).isCloseTo(2, within(1e-9));
    }

    @Test
    void onlyTheTimeInWhichAllDecodeCounts() {
        TokenTimes early = times(0.1, 0.2, 0.3, 5, 6, 7, 8);
        TokenTimes late = times(5, 6, 7, 8, 8.1, 8.2);

        assertThat(TokenTimes.commonRate(List.of(early, late))).isCloseTo(2, within(1e-9));
    }

    @Test
    void tokensOfOneStepThatArriveOneAfterTheOtherDoNotBias() {
        TokenTimes first = times(1.00, 2.00, 3.00, 4.00);
        TokenTimes second = times(1.01, 2.01, 3.01, 4.01);

        assertThat(TokenTimes.commonRate(List.of(first, second))).isCloseTo(2, within(1e-9));
    }

    @Test
    void sequencesThatNeverDecodeTogetherHaveNoRate() {
        assertThatIllegalStateException()
                .isThrownBy(() -> TokenTimes.commonRate(List.of(times(1, 2, 3), times(3, 4, 5))));
    }

    private static TokenTimes times(double... seconds) {
        TokenTimes times = new TokenTimes(seconds.length);
        for (double second : seconds) {
            times.add((long) (second * SECOND));
        }
        return times;
    }
}
