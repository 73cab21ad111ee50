package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import java.util.function.IntToLongFunction;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class StepTimeProbeTest {

    private static final long SECOND = 1_000_000_000L;

    private long spent;
    private int steps;

    @Example
    void timesEachSizeTwentyTimesWhereThatFits() {
        StepTimeProbe probe = run(64, SECOND, rows -> 1_000_000 + 10_000L * rows);

        assertThat(steps).as("20 of each of 7 sizes").isEqualTo(140);
        assertThat(spent).isLessThanOrEqualTo(SECOND);
        KnotGrid grid = KnotGrid.upTo(64);
        double[] prior = probe.prior(grid);
        for (int knot = 0; knot < prior.length; knot++) {
            assertThat(prior[knot]).isCloseTo(1_000_000 + 10_000 * grid.rows(knot), within(1e-3));
        }
    }

    @Example
    void aPauseOfSomethingElseIsNoStepTime() {
        int[] calls = {0};
        StepTimeProbe probe = run(4, 10 * SECOND, rows -> calls[0]++ % 7 == 3 ? 500_000_000 : 1_000_000);

        assertThat(probe.prior(KnotGrid.upTo(4))).containsOnly(1_000_000);
    }

    @Example
    void slowModelsAreKnownForSmallSizesAndContinuedForLargeOnes() {
        StepTimeProbe probe = run(64, 2 * SECOND, rows -> 50_000_000L + 90_000_000L * rows);

        assertThat(spent).isLessThanOrEqualTo(2 * SECOND);
        KnotGrid grid = KnotGrid.upTo(64);
        assertThat(probe.prior(grid)[grid.size() - 1]).isCloseTo(50e6 + 90e6 * 64, within(1e-3));
    }

    @Example
    void oneStepIsTimedWhateverTheBudget() {
        StepTimeProbe probe = new StepTimeProbe(8, 1);
        assertThat(probe.isUseful()).isFalse();
        assertThat(probe.nextRows()).isEqualTo(OptionalInt.of(1));
        probe.ran(SECOND);

        assertThat(probe.nextRows()).isEmpty();
        assertThat(probe.isUseful()).isTrue();
        assertThat(probe.largest()).isEqualTo(1);
        assertThat(probe.prior(KnotGrid.upTo(8)))
                .as("half of a step is fixed, half its row's")
                .containsExactly(SECOND, 1.5 * SECOND, 2 * SECOND, 2.5 * SECOND, 3.5 * SECOND, 4.5 * SECOND);
    }

    /** The time of a step never more than doubles with its rows, so only the first one can break the budget. */
    @Property(tries = 200)
    void keepsItsBudgetAndYieldsTimesAboveZero(
            @ForAll @IntRange(min = 1, max = 2000) int maxRows,
            @ForAll @LongRange(min = 0, max = 100_000_000) long fixed,
            @ForAll @LongRange(min = 0, max = 100_000_000) long perRow) {
        StepTimeProbe probe = run(maxRows, 2 * SECOND, rows -> fixed + perRow * rows);

        assertThat(spent).isLessThanOrEqualTo(2 * SECOND);
        for (double nanos : probe.prior(KnotGrid.upTo(maxRows))) {
            assertThat(nanos).isPositive();
        }
    }

    private StepTimeProbe run(int maxRows, long budget, IntToLongFunction stepTime) {
        StepTimeProbe probe = new StepTimeProbe(maxRows, budget);
        spent = 0;
        steps = 0;
        for (OptionalInt rows = probe.nextRows(); rows.isPresent(); rows = probe.nextRows()) {
            long nanos = stepTime.applyAsLong(rows.getAsInt());
            probe.ran(nanos);
            spent += nanos;
            steps++;
        }
        return probe;
    }
}
