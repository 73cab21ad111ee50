package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;

class DriftTest {

    private static final TunedModel SMALL = new TunedModel("small", 2, List.of());
    private static final TunedModel LARGE = new TunedModel("large", 2, List.of());

    private final Drift drift = new Drift(List.of(SMALL, LARGE));

    private static Conditions conditions(double requests, double share, double error, double nanos, double evidence) {
        return conditions(requests, share, error, nanos, evidence, 10);
    }

    private static Conditions conditions(
            double requests, double share, double error, double nanos, double evidence, double promptMillis) {
        return new Conditions(
                requests,
                new int[] {0, 1},
                List.of(times(6e6, 1000), times(nanos, evidence)),
                List.of(StepLoad.NONE, load(promptMillis)),
                new double[][] {{1 - share, share}, {1, 0}},
                new double[][] {{error, error}, {0, 0}},
                1,
                1);
    }

    /** Prompts that take so long for each token, of 100 ms for each of them in all. */
    private static StepLoad load(double promptMillis) {
        return new StepLoad(1, 0, promptMillis * 1e6, 4e6, 100e6);
    }

    private static StepTimeEstimate times(double nanos, double evidence) {
        return new StepTimeEstimate(
                KnotGrid.upTo(2), new double[] {nanos, nanos}, new double[] {evidence, evidence}, 0, 0.03, 2);
    }

    @Example
    void nothingMovedBelowItsBound() {
        Conditions before = conditions(16, 0.1, 0.001, 25e6, 100);

        assertThat(drift.between(before, conditions(19.9, 0.109, 0.001, 26e6, 200)))
                .isEmpty();
    }

    @Example
    void requestsMoveByAQuarter() {
        Conditions before = conditions(16, 0.1, 0.001, 25e6, 100);

        assertThat(drift.between(before, conditions(20, 0.1, 0.001, 25e6, 100)))
                .contains("active requests went from 16.0 to 20.0");
        assertThat(drift.between(before, conditions(12.8, 0.1, 0.001, 25e6, 100)))
                .isPresent();
    }

    @Example
    void sharesMoveByATenthUnlessThatIsNoise() {
        Conditions before = conditions(16, 0.1, 0.001, 25e6, 100);

        assertThat(drift.between(before, conditions(16, 0.12, 0.001, 25e6, 100)))
                .contains("the share from small to large went from 10.0 % to 12.0 %");
        assertThat(drift.between(before, conditions(16, 0.12, 0.01, 25e6, 100))).isEmpty();
    }

    @Example
    void stepTimesMoveByATwentiethWhereStepsWereMeasured() {
        Conditions before = conditions(16, 0.1, 0.001, 25e6, 100);

        assertThat(drift.between(before, conditions(16, 0.1, 0.001, 27e6, 200)))
                .contains("steps of 1 rows of large went from 25.0 ms to 27.0 ms");
        assertThat(drift.between(before, conditions(16, 0.1, 0.001, 27e6, 8.5))).isPresent();
        assertThat(drift.between(before, conditions(16, 0.1, 0.001, 50e6, 7.5)))
                .as("few steps")
                .isEmpty();
    }

    @Example
    void promptsMoveByATenthOfAllStepsUnlessThatIsNoise() {
        Conditions before = conditions(16, 0.1, 0.001, 25e6, 100, 10);

        assertThat(drift.between(before, conditions(16, 0.1, 0.001, 25e6, 100, 23)))
                .contains("prompts of large went from 10.0 ms to 23.0 ms for each token");
        assertThat(drift.between(before, conditions(16, 0.1, 0.001, 25e6, 100, 21)))
                .isEmpty();
    }

    @Example
    void otherModelsAreOtherConditions() {
        Conditions before = conditions(16, 0.1, 0.001, 25e6, 100);
        Conditions alone = new Conditions(
                16,
                new int[] {0},
                List.of(times(6e6, 1000)),
                List.of(StepLoad.NONE),
                new double[][] {{1}},
                new double[][] {{0}},
                1,
                1);

        assertThat(drift.between(before, alone)).contains("other models have the traffic");
    }
}
