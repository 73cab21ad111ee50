package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import io.tokenrouter.engine.tuning.SimulatedGroup.Scenario;
import io.tokenrouter.engine.tuning.SimulatedRequest.Shape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;

/** Requests with prompts and an end, simulated: what is predicted of them is what is then measured. */
class GroupTunerPromptsTest {

    private static final double MS = 1e6;
    private static final double TO_LARGE = 0.1;
    private static final List<StepTimeCurve> CURVES =
            List.of(StepTimeCurve.of(64, b -> (6 + 0.01 * b) * MS), StepTimeCurve.of(64, b -> (25 + 0.05 * b) * MS));

    /** An agent's turns: the prompts take more than half of the time. */
    private static final Shape TURNS = new Shape(512, 48, List.of(0.02 * MS, 0.1 * MS));

    /** Short questions, of which the large model sees little more than the prompt. */
    private static final Shape QUESTIONS = new Shape(40, 12, List.of(0.02 * MS, 0.1 * MS));

    private final List<Adoption> adoptions = new ArrayList<>();

    private TuningStatus tuned(DeviceSharing sharing, Shape shape, int requests) {
        SimulatedGroup group = new SimulatedGroup(CURVES, new Scenario(t -> TO_LARGE, t -> requests, 0.03, shape), 1);
        TuningListener listener = new TuningListener() {
            @Override
            public void planned(TunedPlan plan) {
                group.follow(plan);
            }

            @Override
            public void adopted(Adoption adoption) {
                adoptions.add(adoption);
            }
        };
        GroupTuner tuner = new GroupTuner(
                List.of(new TunedModel("small", 64, List.of()), new TunedModel("large", 64, List.of())),
                sharing,
                TuningOptions.DEFAULTS.withSimulatedSteps(8000),
                group,
                listener,
                () -> Instant.ofEpochMilli(group.now() / 1_000_000));
        group.beginGreedily(sharing);
        group.run(60, tuner, () -> tuner.tick(group.now()));
        return tuner.status();
    }

    private static void assertPredicted(TuningStatus status, double within) {
        assertThat(status.predictedTokensPerSecond())
                .isCloseTo(status.measuredTokensPerSecond(), within(within * status.measuredTokensPerSecond()));
    }

    @Example
    void whatPromptsTakeIsPartOfThePrediction() {
        for (int requests : new int[] {1, 8, 32}) {
            assertPredicted(tuned(DeviceSharing.ONE_STEP_AT_A_TIME, TURNS, requests), 0.04);
        }
    }

    /** While one model runs a long prompt the other one runs out of requests: bursts are not predicted. */
    @Example
    void onSeparateDevicesAllButTheBurstsIsPartOfThePrediction() {
        for (int requests : new int[] {1, 8, 32}) {
            assertPredicted(tuned(DeviceSharing.SEPARATE, TURNS, requests), 0.08);
        }
    }

    @Example
    void shortAnswersAreCaughtUpWithAsTheyAreAndNotAsEndlessOnes() {
        for (int requests : new int[] {1, 16}) {
            assertPredicted(tuned(DeviceSharing.ONE_STEP_AT_A_TIME, QUESTIONS, requests), 0.04);
        }
    }

    /** Nobody has measured a step of many rows without a prompt; what it takes is guessed, but not what all of them take. */
    @Example
    void nearlyEveryStepMayHaveAPrompt() {
        assertPredicted(tuned(DeviceSharing.SEPARATE, QUESTIONS, 32), 0.05);
    }

    /** Of the steps without their prompts much more would be predicted than is measured, and nothing could be adopted. */
    @Example
    void gathersRequestsWherePromptsTakeMostOfTheTime() {
        int requests = 16;
        TuningStatus status = tuned(DeviceSharing.ONE_STEP_AT_A_TIME, TURNS, requests);
        List<ModelProfile> decoding = List.of(
                ModelProfile.of(CURVES.getFirst())
                        .withCatchUp(TURNS.nanosPerId().getFirst()),
                ModelProfile.of(CURVES.getLast()).withCatchUp(TURNS.nanosPerId().getLast()));
        Workload endless =
                new Workload(requests, decoding, RoutingMatrix.pair(TO_LARGE, 1), new DeviceMode.OneStepAtATime());
        BatchingChoice greedy = BatchingChoice.of(new BatchingSettings.Greedy(), endless);
        double withoutPrompts = new ThroughputModel().predict(endless, greedy).tokensPerSecond();

        assertThat(withoutPrompts).isGreaterThan(1.25 * status.measuredTokensPerSecond());
        assertThat(adoptions.getFirst().to().settings()).isInstanceOf(BatchingSettings.SharedThreshold.class);
        assertThat(status.schedule().settings()).isInstanceOf(BatchingSettings.SharedThreshold.class);
        assertPredicted(status, 0.04);
    }
}
