package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.throughput.Advice;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.Goal;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import io.tokenrouter.engine.tuning.SimulatedGroup.Scenario;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Example;

/** Four minutes of drifting load, simulated: what a tuner loses against one who knows the truth, and how often it changes its mind. */
class GroupTunerDriftTest {

    private static final double MS = 1e6;
    private static final double SECONDS = 240;

    /** Tuning starts when 200 steps of each model are known; what is lost before is no matter of drift. */
    private static final double WARM_UP = 30;

    /** Curves G of the design. */
    private static final List<StepTimeCurve> CURVES = List.of(
            StepTimeCurve.of(64, b -> 6 * MS), StepTimeCurve.of(64, b -> 25 * MS + 0.5 * MS * Math.max(0, b - 32)));

    /** Shorter predictions than in earnest, for the sake of the test's time. */
    private static final TuningOptions OPTIONS = TuningOptions.DEFAULTS.withSimulatedSteps(12_000);

    private final List<Adoption> adoptions = new ArrayList<>();

    @Example
    void followsAShareThatJumps() {
        double[] shares = {0.1, 0.3, 0.6, 0.1};
        Scenario scenario = new Scenario(t -> shares[(int) (t / 60) % 4], t -> 16, 0.03);

        assertThat(shareOfOracle(DeviceSharing.SEPARATE, scenario)).isGreaterThan(0.99);
        assertThat(adoptions.size()).isBetween(1, 6);
    }

    @Example
    void followsRequestsThatComeAndGo() {
        double[] requests = {16, 64, 8, 16};
        Scenario scenario = new Scenario(t -> 0.3, t -> requests[(int) (t / 60) % 4], 0.03);

        assertThat(shareOfOracle(DeviceSharing.SEPARATE, scenario)).isGreaterThan(0.99);
        assertThat(adoptions.size()).isBetween(1, 6);
    }

    @Example
    void settlesWhereNothingMoves() {
        Scenario scenario = new Scenario(t -> 0.3, t -> 16, 0.03);

        assertThat(shareOfOracle(DeviceSharing.SEPARATE, scenario)).isGreaterThan(0.99);
        assertThat(adoptions.size()).isBetween(1, 2);
    }

    @Example
    void followsAShareThatSwings() {
        Scenario scenario = new Scenario(t -> 0.35 + 0.25 * Math.sin(2 * Math.PI * t / 120), t -> 16, 0.03);

        assertThat(shareOfOracle(DeviceSharing.SEPARATE, scenario)).isGreaterThan(0.99);
        assertThat(adoptions.size()).isBetween(1, 8);
    }

    @Example
    void followsTheLoadOfASharedDevice() {
        double[] shares = {0.1, 0.3, 0.05, 0.1};
        double[] requests = {16, 64, 8, 16};
        Scenario scenario =
                new Scenario(t -> shares[(int) (t / 60) % 4], t -> requests[(int) ((t + 30) / 60) % 4], 0.03);

        assertThat(shareOfOracle(DeviceSharing.ONE_STEP_AT_A_TIME, scenario)).isGreaterThan(0.99);
        assertThat(adoptions.size()).isBetween(1, 10);
    }

    @Example
    void leavesAloneWhereNoHoldPays() {
        List<StepTimeCurve> alike = List.of(
                StepTimeCurve.of(64, b -> 3 * MS + 9 * MS * b), StepTimeCurve.of(64, b -> 15 * MS + 60 * MS * b));
        Scenario scenario = new Scenario(t -> 0.3, t -> 16, 0.03);
        tuned(alike, DeviceSharing.SEPARATE, scenario);

        assertThat(adoptions.size()).isZero();
    }

    /** Tokens after the warm-up, as a share of those with the best settings for the truth at every moment. */
    private double shareOfOracle(DeviceSharing sharing, Scenario scenario) {
        double tuned = tuned(CURVES, sharing, scenario);
        double best = oracle(sharing, scenario);
        return tuned / best;
    }

    private double tuned(List<StepTimeCurve> curves, DeviceSharing sharing, Scenario scenario) {
        SimulatedGroup group = new SimulatedGroup(curves, scenario, 1);
        List<TunedModel> models =
                List.of(new TunedModel("small", 64, List.of()), new TunedModel("large", 64, List.of()));
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
                models, sharing, OPTIONS, group, listener, () -> Instant.ofEpochMilli(group.now() / 1_000_000));
        for (int m = 0; m < curves.size(); m++) {
            tuner.probed(m, wrongProbe(curves.get(m)));
        }
        group.beginGreedily(sharing);
        group.run(WARM_UP, tuner, () -> tuner.tick(group.now()));
        long before = group.tokens();
        group.run(SECONDS, tuner, () -> tuner.tick(group.now()));
        return group.tokens() - before;
    }

    /** A micro-benchmark of a device that was 20 % slower at the time. */
    private static StepTimeProbe wrongProbe(StepTimeCurve curve) {
        StepTimeProbe probe = new StepTimeProbe(curve.maxBatch(), (long) 2e9);
        for (OptionalInt rows = probe.nextRows(); rows.isPresent(); rows = probe.nextRows()) {
            probe.ran(Math.round(1.2 * curve.nanos(rows.getAsInt())));
        }
        return probe;
    }

    private double oracle(DeviceSharing sharing, Scenario scenario) {
        SimulatedGroup group = new SimulatedGroup(CURVES, scenario, 1);
        long[] before = {0};
        double[] known = new double[2];
        group.run(SECONDS, null, () -> {
            double toLarge = scenario.toLarge().applyAsDouble(group.seconds());
            double requests = scenario.requests().applyAsDouble(group.seconds());
            if (Math.abs(toLarge - known[0]) > 0.02 || requests != known[1]) {
                known[0] = toLarge;
                known[1] = requests;
                group.follow(best(sharing, toLarge, (int) requests));
            }
            before[0] = group.seconds() <= WARM_UP ? group.tokens() : before[0];
        });
        return group.tokens() - before[0];
    }

    private static TunedPlan best(DeviceSharing sharing, double toLarge, int requests) {
        List<ModelProfile> profiles = CURVES.stream()
                .map(curve -> ModelProfile.of(curve).withNoise(0.03))
                .toList();
        DeviceMode device =
                sharing == DeviceSharing.SEPARATE ? new DeviceMode.Separate() : new DeviceMode.OneStepAtATime();
        RoutingMatrix routing = RoutingMatrix.pair(toLarge, 1);
        Advice advice = new ThroughputModel(20_000, 2)
                .advise(new Workload(requests, profiles, routing, device), Goal.THROUGHPUT);
        return new TunedPlan(
                Schedule.of(advice.choice(), advice.choice().isTrimmed()),
                profiles,
                profiles,
                routing,
                device,
                Arrays.stream(ThroughputModel.guardNanos(profiles)).boxed().toList(),
                advice.choice().trims(),
                "");
    }
}
