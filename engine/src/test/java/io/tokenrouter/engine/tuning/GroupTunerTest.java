package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.tuning.SimulatedGroup.Scenario;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;

class GroupTunerTest {

    private static final double MS = 1e6;
    private static final Schedule THRESHOLD = new Schedule(BatchingSettings.SharedThreshold.of(16, 12), true, false);

    private final List<Adoption> adoptions = new ArrayList<>();
    private final SimulatedGroup group = new SimulatedGroup(
            List.of(StepTimeCurve.of(64, b -> 6 * MS), StepTimeCurve.of(64, b -> 25 * MS)),
            new Scenario(t -> 0.1, t -> 16, 0.03),
            1);
    private final GroupTuner tuner = new GroupTuner(
            List.of(new TunedModel("small", 64, List.of()), new TunedModel("large", 64, List.of())),
            DeviceSharing.ONE_STEP_AT_A_TIME,
            TuningOptions.DEFAULTS.withSimulatedSteps(4000),
            group,
            new TuningListener() {
                @Override
                public void planned(TunedPlan plan) {
                    group.follow(plan);
                }

                @Override
                public void adopted(Adoption adoption) {
                    adoptions.add(adoption);
                }
            },
            () -> Instant.ofEpochMilli(group.now() / 1_000_000));

    private void run(double untilSeconds) {
        if (group.now() == 0) {
            group.beginGreedily(DeviceSharing.ONE_STEP_AT_A_TIME);
        }
        group.run(untilSeconds, tuner, () -> tuner.tick(group.now()));
    }

    @Example
    void isGreedyUntilEachModelHasRunTwoHundredSteps() {
        run(4);

        assertThat(adoptions).isEmpty();
        assertThat(tuner.status().schedule().settings()).isEqualTo(new BatchingSettings.Greedy());
        assertThat(tuner.status().reason()).contains("of 200 steps");
    }

    @Example
    void recordsWhatItChangesAndWhy() {
        run(20);

        Adoption first = adoptions.getFirst();
        assertThat(first.models()).containsExactly("small", "large");
        assertThat(first.from().settings()).isEqualTo(new BatchingSettings.Greedy());
        assertThat(first.to().settings()).isInstanceOf(BatchingSettings.SharedThreshold.class);
        assertThat(first.predictedGain()).isGreaterThan(0.2);
        assertThat(first.requests()).isEqualTo(16);
        assertThat(first.shares().getFirst().get(1)).isCloseTo(0.1, within(0.03));
        assertThat(first.curves().getFirst().nanos(16)).isCloseTo(6 * MS, within(0.5 * MS));
        assertThat(first.reason()).contains("16 requests", "shared threshold", "greedy");
        assertThat(tuner.status().adoptions()).isEqualTo(adoptions);
        assertThat(tuner.status().reason()).isEqualTo(adoptions.getLast().reason());
    }

    /** Half of the time passes between the steps, where nobody sees it. */
    @Example
    void staysGreedyWhereThePredictionIsNotWhatIsMeasured() {
        group.reportShareOfStepTimes(0.5);
        run(60);

        assertThat(adoptions).isEmpty();
        assertThat(tuner.status().schedule().settings()).isEqualTo(new BatchingSettings.Greedy());
        assertThat(tuner.status().reason()).contains("% above what is measured", "until they agree");
    }

    @Example
    void leavesAHoldWhosePredictionTurnsWrong() {
        run(20);
        group.reportShareOfStepTimes(0.5);
        run(40);

        assertThat(adoptions.getLast().to().settings()).isEqualTo(new BatchingSettings.Greedy());
        assertThat(adoptions.getLast().reason()).contains("% above what is measured", "until they agree");
        assertThat(tuner.status().schedule().settings()).isEqualTo(new BatchingSettings.Greedy());
        assertThat(tuner.status().reason()).contains("until they agree");
    }

    @Example
    void holdsAgainWhenPredictionsAgreeAgain() {
        group.reportShareOfStepTimes(0.5);
        run(30);
        group.reportShareOfStepTimes(1);
        run(90);

        assertThat(tuner.status().schedule().settings()).isInstanceOf(BatchingSettings.SharedThreshold.class);
    }

    /** The prediction is of the same thing that is measured. */
    @Example
    void predictsWhatIsThenMeasured() {
        run(30);

        TuningStatus status = tuner.status();
        assertThat(status.measuredTokensPerSecond())
                .isCloseTo(status.predictedTokensPerSecond(), within(0.05 * status.predictedTokensPerSecond()));
    }

    @Example
    void leavesAloneWhatAnOperatorSet() {
        tuner.pin(THRESHOLD);
        run(20);

        assertThat(adoptions).isEmpty();
        assertThat(tuner.status().pinned()).isTrue();
        assertThat(tuner.status().schedule()).isEqualTo(THRESHOLD);
        assertThat(tuner.status().predictedTokensPerSecond()).isPositive();
        assertThat(group.switches()).isLessThanOrEqualTo(1);
    }

    /** Nobody reads the prediction of settings that are gone. */
    @Example
    void predictsWhatAnOperatorSetAtOnce() {
        run(60);
        double tuned = tuner.status().predictedTokensPerSecond();
        Schedule greedy = new Schedule(new BatchingSettings.Greedy(), true, false);

        tuner.pin(greedy);
        run(60.3);
        double pinned = tuner.status().predictedTokensPerSecond();
        tuner.unpin();
        run(64);

        assertThat(pinned).isLessThan(0.9 * tuned);
        assertThat(tuner.status().schedule()).isNotEqualTo(greedy);
        assertThat(tuner.status().predictedTokensPerSecond()).isCloseTo(tuned, within(0.1 * tuned));
    }

    @Example
    void goesOnFromWhatAnOperatorSet() {
        Schedule tooSmall = new Schedule(BatchingSettings.SharedThreshold.of(16, 4), true, false);
        tuner.pin(tooSmall);
        run(10);
        tuner.unpin();
        run(30);

        assertThat(adoptions.getFirst().from()).isEqualTo(tooSmall);
        assertThat(tuner.status().pinned()).isFalse();
    }

    @Example
    void refusesWhatDoesNotFitTheGroup() {
        Schedule forOne = new Schedule(
                new BatchingSettings.MinimumBatch(List.of(BatchingSettings.MinimumBatch.Rule.AT_ONCE)), true, false);

        assertThatThrownBy(() -> tuner.pin(forOne)).isInstanceOf(IllegalArgumentException.class);
        run(1);
        assertThat(tuner.status().pinned()).isFalse();
    }
}
