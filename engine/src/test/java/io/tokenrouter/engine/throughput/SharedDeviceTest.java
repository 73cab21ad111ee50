package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exact values for two models that take turns on one device. */
class SharedDeviceTest {

    private static final double EXACT = 1e-6;

    @ParameterizedTest(name = "{0}, {1} requests, p={2}: B*={3}, {4} tokens/s, lockstep {5}")
    @CsvSource({
        "G, 4, .1, 2, 377.648147, 301.421476",
        "G, 16, .1, 9, 1412.399500, 667.489663",
        "G, 64, .1, 31, 5464.326276, 2273.129082",
        "G, 256, .1, 95, 12620.570465, 9050.420362",
        "G, 1024, .1, 379, 18549.822264, 17015.105740",
        "G, 64, .3, 33, 3819.749950, 2683.853871",
        "C, 64, .1, 36, 72.817653, 71.984942",
        "S, 256, .1, 148, 13762.459401, 7698.756200"
    })
    void bestThresholds(
            Curves curves, int requests, double toLarge, int threshold, double tokensPerSecond, double lockstep) {
        Workload workload = curves.pair(requests, toLarge);
        SharedDeviceSolver solver = SharedDeviceSolver.solve(workload);

        assertThat(solver.bestThreshold()).isEqualTo(threshold);
        assertThat(solver.tokensPerSecond(threshold)).isCloseTo(tokensPerSecond, within(EXACT * tokensPerSecond));
        assertThat(solver.tokensPerSecond(1)).isCloseTo(lockstep, within(EXACT * lockstep));
        assertThat(Lockstep.tokensPerSecond(workload)).isCloseTo(lockstep, within(EXACT * lockstep));
    }

    @Test
    void catchUpAddsItsMean() {
        SharedDeviceSolver solver = SharedDeviceSolver.solve(catchUp(Curves.G.pair(64, .1)));

        assertThat(solver.bestThreshold()).isEqualTo(31);
        assertThat(solver.tokensPerSecond(31)).isCloseTo(4359.790606, within(EXACT * 4360));
        assertThat(solver.tokensPerSecond(1)).isCloseTo(2056.403614, within(EXACT * 2056));
    }

    @ParameterizedTest
    @CsvSource({"4, 2, 64, 252.196651", "16, 8, 64, 972.211928", "64, 32, 64, 3612.374993", "64, 16, 16, 2117.899683"})
    void aLargeModelThatKeepsRequests(int requests, int threshold, int maxBatch, double tokensPerSecond) {
        Workload all = Curves.G.pair(requests, .3, .9);
        Workload workload = new Workload(
                requests,
                List.of(all.models().get(0), all.models().get(1).withMaxBatch(maxBatch)),
                all.routing(),
                all.device());

        assertThat(SharedDeviceChain.tokensPerSecond(workload, threshold))
                .isCloseTo(tokensPerSecond, within(EXACT * tokensPerSecond));
    }

    @ParameterizedTest
    @CsvSource({"G2, 5, .3", "S, 33, .05", "C, 12, .6", "G, 40, .999"})
    void theChainAndTheSolverForAllThresholdsAgree(Curves curves, int requests, double toLarge) {
        Workload workload = catchUp(curves.pair(requests, toLarge));
        SharedDeviceSolver solver = SharedDeviceSolver.solve(workload);

        for (int threshold = 1; threshold <= requests; threshold++) {
            double chain = SharedDeviceChain.tokensPerSecond(workload, threshold);
            assertThat(solver.tokensPerSecond(threshold)).isCloseTo(chain, within(1e-9 * chain));
        }
    }

    @ParameterizedTest
    @CsvSource({"G, 6, .1, .9", "C, 5, .3, .8", "S, 8, .3, 1"})
    void theChainOfEventsAgrees(Curves curves, int requests, double toLarge, double toSmall) {
        Workload workload = curves.pair(requests, toLarge, toSmall).withDevice(new DeviceMode.OneStepAtATime());

        for (int threshold = 1; threshold <= requests; threshold++) {
            double events = EmbeddedChain.of(workload, BatchingSettings.SharedThreshold.of(requests, threshold), 10_000)
                    .tokensPerSecond();
            assertThat(SharedDeviceChain.tokensPerSecond(workload, threshold)).isCloseTo(events, within(1e-7 * events));
        }
    }

    @Test
    void aThresholdIsTheOptimum() {
        for (double toLarge : new double[] {.05, .3, .6}) {
            Workload workload = Curves.G.pair(10, toLarge).withDevice(new DeviceMode.OneStepAtATime());
            SharedDeviceSolver solver = SharedDeviceSolver.solve(workload);

            double best = solver.tokensPerSecond(solver.bestThreshold());
            assertThat(OptimalControl.tokensPerSecond(workload, 10_000)).isCloseTo(best, within(1e-6 * best));
        }
    }

    static Workload catchUp(Workload workload) {
        return new Workload(
                workload.requests(),
                List.of(
                        workload.models().get(0).withCatchUp(.01 * Curves.MS),
                        workload.models().get(1).withCatchUp(.05 * Curves.MS)),
                workload.routing(),
                workload.device());
    }
}
