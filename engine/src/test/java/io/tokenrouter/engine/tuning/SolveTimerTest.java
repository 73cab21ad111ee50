package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;

class SolveTimerTest {

    private static final long SECOND = 1_000_000_000L;

    private final SolveTimer timer = new SolveTimer(TuningOptions.DEFAULTS);

    @Example
    void isDueAtOnceAndThenEveryTwoSecondsWhileSomethingHappens() {
        assertThat(timer.isDue(0, false)).isTrue();
        timer.solved(0, true);

        assertThat(timer.isDue(2 * SECOND - 1, false)).isFalse();
        assertThat(timer.isDue(2 * SECOND, false)).isTrue();
    }

    @Example
    void aMovementIsLookedAtSoonerButNotAllTheTime() {
        timer.solved(0, true);

        assertThat(timer.isDue(SECOND / 2 - 1, true)).isFalse();
        assertThat(timer.isDue(SECOND / 2, true)).isTrue();
    }

    @Example
    void looksMoreRarelyWhileNothingHappens() {
        long now = 0;
        for (int period : new int[] {4, 8, 16, 16, 16}) {
            timer.solved(now, false);
            assertThat(timer.isDue(now + period * SECOND - 1, false)).isFalse();
            now += period * SECOND;
            assertThat(timer.isDue(now, false)).isTrue();
        }
        timer.solved(now, true);
        assertThat(timer.isDue(now + 2 * SECOND, false)).isTrue();
    }
}
