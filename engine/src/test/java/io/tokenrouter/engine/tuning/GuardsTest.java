package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import java.util.List;
import net.jqwik.api.Example;

class GuardsTest {

    private static final long MS = 1_000_000;
    private static final BatchingSettings GREEDY = new BatchingSettings.Greedy();

    /** Steps of 1, 8 and 64 rows. */
    private static StepTimeEstimate steps(double ofOne, double ofEight, double ofAll, double... evidence) {
        return new StepTimeEstimate(
                KnotGrid.upTo(64, List.of(1, 8, 64)),
                new double[] {ofOne * MS, ofEight * MS, ofAll * MS},
                evidence,
                0,
                0.02,
                64);
    }

    @Example
    void isThatOfAnUntunedGroupBeforeAnyStep() {
        assertThat(Guards.nanos(List.of(), GREEDY, 2))
                .containsOnly(GroupPlan.FIRST_GUARD.toNanos())
                .hasSize(2);
    }

    @Example
    void isTwiceTheLongestStepOfASizeThatWasSeen() {
        StepTimeEstimate small = steps(1, 2, 9, 4, 4, 4);

        assertThat(Guards.nanos(List.of(small, steps(10, 30, 17_000, 4, 1, 0)), GREEDY, 2))
                .containsOnly(60 * MS + 1);
        assertThat(Guards.nanos(List.of(small, steps(10, 30, 17_000, 4, 0, 0)), GREEDY, 2))
                .containsOnly(20 * MS + 1);
    }

    @Example
    void isASecondAtMostUnlessTheShortestStepsAreAsSlow() {
        assertThat(Guards.nanos(List.of(steps(10, 30, 17_000, 4, 4, 4)), GREEDY, 1))
                .containsOnly(1000 * MS + 1);
        assertThat(Guards.nanos(List.of(steps(900, 3000, 17_000, 4, 4, 4)), GREEDY, 1))
                .containsOnly(1800 * MS + 1);
    }

    @Example
    void isNoShorterThanTheWaitThatAnOperatorSet() {
        BatchingSettings settings = new MinimumBatch(
                List.of(new MinimumBatch.Rule(4, 500 * MS, 0), new MinimumBatch.Rule(4, MinimumBatch.NO_LIMIT, 0)));

        assertThat(Guards.nanos(List.of(steps(10, 30, 90, 4, 4, 4)), settings, 2))
                .containsExactly(500 * MS, 180 * MS + 1);
    }
}
