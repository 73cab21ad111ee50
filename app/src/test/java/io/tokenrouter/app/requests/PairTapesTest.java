package io.tokenrouter.app.requests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairTapesTest {

    private final PairTapes tapes = new PairTapes();

    @Test
    void aPairThatNobodyAskedHasWrittenNothing() {
        assertThat(tapes.of("quiet")).isEqualTo(new PairTapes.PairTape(0, 0, ""));
    }

    @Test
    void eachPairHasItsOwnTapeInTheOrderInWhichItWasWritten() {
        tapes.wrote("one", false);
        tapes.wrote("other", true);
        tapes.wrote("one", true);
        tapes.wrote("one", false);
        assertThat(tapes.of("one")).isEqualTo(new PairTapes.PairTape(2, 1, "sls"));
        assertThat(tapes.of("other")).isEqualTo(new PairTapes.PairTape(0, 1, "l"));
    }

    @Test
    void onlyTheNewestAreKeptAndAllAreCounted() {
        tapes.wrote("demo", true);
        for (int i = 0; i < PairTapes.MOST; i++) {
            tapes.wrote("demo", i == 3);
        }
        assertThat(tapes.of("demo"))
                .isEqualTo(new PairTapes.PairTape(PairTapes.MOST - 1, 2, "sssl" + "s".repeat(PairTapes.MOST - 4)));
    }
}
