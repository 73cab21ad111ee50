package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import io.tokenrouter.engine.throughput.BatchingSettings.IndexHold;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import io.tokenrouter.engine.throughput.BatchingSettings.SharedThreshold;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of requests against requests: two simulations that share nothing but the definition. */
class RequestSimulatorTest {

    private static final double NOISE = .05;
    private static final double P99 = .02;

    @ParameterizedTest(name = "{0}, {1} requests, p={2}, c={3}, theta={4}")
    @CsvSource({
        "G2, 2, .1, 1, 0, 500000, .004",
        "G2, 2, .6, 1, .7, 500000, .004",
        "C, 4, .3, .9, 0, 400000, .004",
        "G2, 8, .3, 1, 1, 300000, .0025",
        "S, 16, .05, .8, 1.4, 300000, .0025",
        "C, 16, .6, 1, 2, 300000, .0025",
        "G2, 64, .1, 1, 2, 120000, .0025",
        "S, 64, .6, .7, .7, 120000, .0025"
    })
    void separateDevices(
            Curves curves, int requests, double toLarge, double toSmall, double theta, long steps, double tolerance) {
        RequestSimulator.Case plain = plain(curves, requests, toLarge, toSmall);
        plain.theta = theta;

        agree(plain, workload(plain, curves), theta == 0 ? new Greedy() : new IndexHold(theta), steps, tolerance);
    }

    @ParameterizedTest(name = "B={0},{1} W={2},{3} A={4},{5}")
    @CsvSource({"1, 3, -1, 9, 0, 0", "2, 3, 2, 9, 0, 0", "1, 5, -1, 7, 4, 3", "4, 6, 3, -1, 0, 0", "8, 8, -1, -1, 0, 0"
    })
    void minimumBatches(
            int small, int large, double smallWait, double largeWait, double smallAlign, double largeAlign) {
        RequestSimulator.Case plain = plain(Curves.G2, 8, .3, .9);
        plain.minimum = new int[] {small, large};
        plain.wait = new double[] {smallWait < 0 ? 1e300 : smallWait, largeWait < 0 ? 1e300 : largeWait};
        plain.align = new double[] {smallAlign, largeAlign};
        MinimumBatch settings =
                new MinimumBatch(List.of(rule(small, smallWait, smallAlign), rule(large, largeWait, largeAlign)));

        agree(plain, workload(plain, Curves.G2), settings, 250_000, .0025);
    }

    @Test
    void stepsThatOverlap() {
        RequestSimulator.Case plain = plain(Curves.G2, 16, .3, 1);
        plain.slowdown = 1.6;

        agree(
                plain,
                workload(plain, Curves.G2).withDevice(new DeviceMode.Overlapping(1.6)),
                new Greedy(),
                250_000,
                .0025);
    }

    @Test
    void stepsThatTakeTurns() {
        RequestSimulator.Case plain = plain(Curves.S, 24, .1, .9);
        plain.takesTurns = true;
        plain.sharedThreshold = 10;
        plain.maxBatch = new int[] {16, 8};
        Workload workload = workload(plain, Curves.S).withDevice(new DeviceMode.OneStepAtATime());
        Workload capped = new Workload(
                24,
                List.of(
                        workload.models().get(0).withMaxBatch(16),
                        workload.models().get(1).withMaxBatch(8)),
                workload.routing(),
                workload.device());

        agree(plain, capped, SharedThreshold.of(24, 10), 250_000, .0025);
    }

    /** Catch-up of one request is not independent of its earlier visits, which the counts leave out. */
    @ParameterizedTest
    @CsvSource({"G2, 64, .1, .01, .05, .005", "C, 2, .05, .5, 3, .01", "G2, 8, .3, .1, .5, .005"})
    void catchUp(Curves curves, int requests, double toLarge, double small, double large, double tolerance) {
        RequestSimulator.Case plain = plain(curves, requests, toLarge, 1);
        plain.catchUp = new double[] {small, large};
        Workload workload = workload(plain, curves);
        Workload costly = new Workload(
                requests,
                List.of(
                        workload.models().get(0).withCatchUp(small * Curves.MS),
                        workload.models().get(1).withCatchUp(large * Curves.MS)),
                workload.routing(),
                workload.device());

        agree(plain, costly, new Greedy(), requests < 8 ? 600_000 : 150_000, tolerance);
    }

    private static void agree(
            RequestSimulator.Case plain, Workload workload, BatchingSettings settings, long steps, double tolerance) {
        RequestSimulator requests = new RequestSimulator(plain, 7).run(steps);
        Prediction counts = SimulationTest.simulate(workload, settings, steps);

        assertThat(counts.tokensPerSecond())
                .isCloseTo(requests.tokensPerSecond(), within(tolerance * requests.tokensPerSecond()));
        assertThat(counts.p99GapNanos() / Curves.MS)
                .isCloseTo(requests.p99Millis(), within(P99 * requests.p99Millis()));
        assertThat(requests.largeShare()).isCloseTo(workload.routing().visitShare(1), within(.01));
    }

    private static RequestSimulator.Case plain(Curves curves, int requests, double toLarge, double toSmall) {
        RequestSimulator.Case plain = new RequestSimulator.Case();
        plain.requests = requests;
        plain.toLarge = toLarge;
        plain.toSmall = toSmall;
        plain.noise = NOISE;
        plain.stepTimes = RequestSimulator.stepTimes(curves);
        return plain;
    }

    private static Workload workload(RequestSimulator.Case plain, Curves curves) {
        return SimulationTest.noisy(curves.pair(plain.requests, plain.toLarge, plain.toSmall), plain.noise);
    }

    private static Rule rule(int rows, double waitMillis, double alignMillis) {
        long wait = waitMillis < 0 ? MinimumBatch.NO_LIMIT : Math.round(waitMillis * Curves.MS);
        return new Rule(rows, wait, Math.round(alignMillis * Curves.MS));
    }
}
