package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import io.tokenrouter.engine.throughput.BatchingSettings.IndexHold;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import io.tokenrouter.engine.throughput.BatchingSettings.SharedThreshold;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases that can be written down; each solver that covers one must find it. */
class ClosedFormsTest {

    private static final double EXACT = 1e-6;
    private static final DeviceMode SHARED = new DeviceMode.OneStepAtATime();

    @Test
    void oneRequestIsAloneOnAnyDevice() {
        Workload one = Curves.G.pair(1, .1);

        assertThat(exact(one, new Greedy())).isCloseTo(129.411765, within(EXACT * 129));
        assertThat(exact(one, new IndexHold(1))).isCloseTo(129.411765, within(EXACT * 129));
        assertThat(exact(one.withDevice(SHARED), SharedThreshold.of(1, 1))).isCloseTo(129.411765, within(EXACT * 129));
        assertThat(Lockstep.oneAtATime(one)).isCloseTo(129.411765, within(EXACT * 129));
        assertThat(Lockstep.oneAtATime(SharedDeviceTest.catchUp(one))).isCloseTo(128.639925, within(EXACT * 129));
        assertThat(SharedDeviceSolver.solve(SharedDeviceTest.catchUp(one)).tokensPerSecond(1))
                .isCloseTo(128.639925, within(EXACT * 129));
        double simulated = SimulationTest.simulate(SharedDeviceTest.catchUp(one), new Greedy(), 2_000_000)
                .tokensPerSecond();
        assertThat(simulated).isCloseTo(128.639925, within(.002 * 129));
    }

    @ParameterizedTest
    @EnumSource
    void withoutRoutingOnlyTheSmallModelRuns(Curves curves) {
        Workload workload = curves.pair(9, 0);
        double expected = 1000 * 9 / curves.small(9);

        assertThat(exact(workload, new Greedy())).isCloseTo(expected, within(EXACT * expected));
        assertThat(Lockstep.tokensPerSecond(workload)).isCloseTo(expected, within(EXACT * expected));
        assertThat(SimulationTest.simulate(workload, new IndexHold(1), 1000).tokensPerSecond())
                .isCloseTo(expected, within(EXACT * expected));
    }

    @ParameterizedTest
    @CsvSource({"2, .1", "7, .5", "16, .9"})
    void equalFlatModelsAreNeverInEachOthersWay(int requests, double toLarge) {
        ModelProfile model = ModelProfile.of(StepTimeCurve.of(64, b -> 7 * Curves.MS));
        Workload workload = new Workload(
                requests, List.of(model, model), RoutingMatrix.pair(toLarge, .4), new DeviceMode.Separate());

        assertThat(exact(workload, new Greedy())).isCloseTo(1000 * requests / 7., within(EXACT * 1000 * requests / 7));
    }

    @ParameterizedTest
    @EnumSource
    void sureRoutingMovesAllRequestsToAndFro(Curves curves) {
        double expected = 2000 * 5 / (curves.small(5) + curves.large(5));

        assertThat(exact(curves.pair(5, 1), new Greedy())).isCloseTo(expected, within(EXACT * expected));
    }

    @ParameterizedTest
    @CsvSource({"G, 4, .1, 301.421476", "G, 16, .3, 672.770818", "C, 4, .1, 64.555411"})
    void lockstep(Curves curves, int requests, double toLarge, double expected) {
        Workload workload = curves.pair(requests, toLarge);

        assertThat(Lockstep.tokensPerSecond(workload)).isCloseTo(expected, within(EXACT * expected));
        assertThat(SharedDeviceSolver.solve(workload).tokensPerSecond(1)).isCloseTo(expected, within(EXACT * expected));
        assertThat(SharedDeviceChain.tokensPerSecond(workload, 1)).isCloseTo(expected, within(EXACT * expected));
        assertThat(exact(workload.withDevice(SHARED), new Greedy())).isCloseTo(expected, within(EXACT * expected));
    }

    @Test
    void twoRequestsOfWhichBothAreWaitedFor() {
        double p = .3;
        double both = 1 / (2 * p - p * p);
        double one = 2 * (1 - p) * both;
        double expected = 1000 * (2 * both + one + 2) / (both * 6 + one * 6 + 25);
        assertThat(expected).isCloseTo(162.799263, within(EXACT * 163));

        Workload workload = Curves.G.pair(2, p);
        MinimumBatch pair = new MinimumBatch(List.of(Rule.AT_ONCE, new Rule(2, MinimumBatch.NO_LIMIT, 0)));
        assertThat(exact(workload, pair)).isCloseTo(expected, within(EXACT * expected));
        assertThat(SharedDeviceSolver.solve(workload).tokensPerSecond(2)).isCloseTo(expected, within(EXACT * expected));
        assertThat(exact(workload.withDevice(SHARED), SharedThreshold.of(2, 2)))
                .isCloseTo(expected, within(EXACT * expected));
    }

    @ParameterizedTest
    @CsvSource({"G, .3", "G2, .1", "C, .6"})
    void twoRequestsWithExponentialSteps(Curves curves, double p) {
        double a1 = 1 / curves.small(1);
        double a2 = 1 / curves.small(2);
        double c1 = 1 / curves.large(1);
        double c2 = 1 / curves.large(2);
        double expected = 1000
                * (c1 / p + a1 + 2 * c1 + a1 * p + p * c1)
                / (1 + a1 * p / c1 + c1 / a1 + c1 / (2 * a2 * p) + p * c1 / (2 * c2));

        assertThat(PhaseChain.of(curves.pair(2, p), new Greedy(), 1, 1000).tokensPerSecond())
                .isCloseTo(expected, within(EXACT * expected));
        if (curves == Curves.G) {
            assertThat(expected).isCloseTo(145.394737, within(EXACT * 145));
        }
    }

    @Test
    void anOpenSystemWithOnePlaceLosesWhatErlangSays() {
        OpenSystem system = OpenSystem.of(new double[] {50}, 0, .2, 100);
        double load = .2 * 100 / 50;

        assertThat(system.blocking()).isCloseTo(load / (1 + load), within(1e-12));
        assertThat(system.responseNanos()).isCloseTo(2e9, within(1.));
        assertThat(system.tokensPerSecond()).isCloseTo(.2 * 100 * (1 - system.blocking()), within(1e-9));
    }

    @Test
    void anOpenSystemOfSharedSpeedIsAQueue() {
        double[] speeds = new double[1000];
        Arrays.fill(speeds, 100);
        OpenSystem system = OpenSystem.of(speeds, 5000, .8, 100);

        assertThat(system.meanRequests()).isCloseTo(.8 / (1 - .8), within(1e-9));
        assertThat(system.responseNanos()).isCloseTo(1e9 * 1 / (1 - .8), within(1.));
        assertThat(OpenSystem.of(speeds, 5000, 1e6, 1e6).blocking()).isCloseTo(1, within(1e-6));
    }

    private static double exact(Workload workload, BatchingSettings settings) {
        return EmbeddedChain.of(workload, settings, 10_000).tokensPerSecond();
    }
}
