package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;

class TrustTest {

    private static final long SECOND = 1_000_000_000;

    private final Trust trust = new Trust();

    @Example
    void nothingIsPermittedBeforeAnythingWasCompared() {
        trust.compare(0, 100, Double.NaN);

        assertThat(trust.permits()).isFalse();
        assertThat(trust.isLost()).isFalse();
    }

    @Example
    void isLostWhenPredictionsAreOffTwiceInARow() {
        trust.compare(0, 126, 100);
        assertThat(trust.isLost()).isFalse();
        trust.compare(SECOND, 124, 100);
        trust.compare(2 * SECOND, 70, 100);
        assertThat(trust.isLost()).isFalse();
        trust.compare(3 * SECOND, 70, 100);

        assertThat(trust.isLost()).isTrue();
        assertThat(trust.inWords()).contains("30 % below");
    }

    /** Predictions that are wrong under every hold and right without: changes become rare. */
    @Example
    void isLostLessAndLessOftenWherePredictionsAgreeOnlyAtTimes() {
        int losses = 0;
        boolean wasLost = false;
        for (int second = 0; second < 3600; second++) {
            trust.compare(second * SECOND, trust.isLost() ? 100 : 150, 100);
            losses += trust.isLost() && !wasLost ? 1 : 0;
            wasLost = trust.isLost();
        }

        assertThat(losses).isBetween(2, 11);
    }
}
