package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import io.tokenrouter.engine.throughput.BatchingSettings.IndexHold;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against values that two other simulators agreed upon, on curve G with 3 % noise. */
class SimulationTest {

    private static final double NOISE = .03;
    private static final long STEPS = 500_000;

    @ParameterizedTest(name = "{0} requests, p={1}, theta={2}: {3} tokens/s, p99 {4} ms")
    @CsvSource({
        "16, .1, 0, 1753.2, 46.9",
        "16, .3, 0, 1147.4, 47.8",
        "16, .3, 1, 1223.8, 55.5",
        "64, .1, 0, 7006.1, 46.9",
        "64, .1, 1.4, 7180, 44.6",
        "64, .3, 0, 4563.1, 48.3",
        "64, .3, 2, 4763.6, 45.9",
        "256, .1, 0, 18553, 108.6",
        "256, .3, 0, 7589.4, 140.8",
        "1024, .1, 0, 21250, 516.6",
        "1024, .3, 0, 8373.2, 537.7"
    })
    void separateDevices(int requests, double toLarge, double theta, double tokensPerSecond, double p99Millis) {
        Workload workload = noisy(Curves.G.pair(requests, toLarge), NOISE);
        Prediction prediction = simulate(workload, theta == 0 ? new Greedy() : new IndexHold(theta), STEPS);

        assertThat(prediction.tokensPerSecond()).isCloseTo(tokensPerSecond, within(.002 * tokensPerSecond));
        assertThat(prediction.p99GapNanos() / Curves.MS).isCloseTo(p99Millis, within(.02 * p99Millis));
    }

    @ParameterizedTest
    @CsvSource({"16, 1.5, 1169.7", "64, 2, 3503"})
    void stepsThatOverlapOnOneDevice(int requests, double slowdown, double tokensPerSecond) {
        Workload workload = noisy(Curves.G.pair(requests, .1), NOISE).withDevice(new DeviceMode.Overlapping(slowdown));

        assertThat(simulate(workload, new Greedy(), STEPS).tokensPerSecond())
                .isCloseTo(tokensPerSecond, within(.002 * tokensPerSecond));
    }

    @Test
    void catchUpCostsWhatItsIdsCost() {
        Workload workload = noisy(Curves.G.pair(64, .1), NOISE);
        Workload catchUp = new Workload(
                64,
                List.of(
                        workload.models().get(0).withCatchUp(.01 * Curves.MS),
                        workload.models().get(1).withCatchUp(.05 * Curves.MS)),
                workload.routing(),
                workload.device());

        assertThat(simulate(catchUp, new Greedy(), STEPS).tokensPerSecond()).isCloseTo(6075.6, within(.002 * 6075.6));
    }

    @Test
    void stepsThatOverlapWithoutSlowingAreThoseOfSeparateDevices() {
        Workload separate = noisy(Curves.G2.pair(16, .3), NOISE);
        Workload overlapping = separate.withDevice(new DeviceMode.Overlapping(1));

        assertThat(simulate(overlapping, new IndexHold(1), 50_000))
                .isEqualTo(simulate(separate, new IndexHold(1), 50_000));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, .03, .3})
    void noiseDoesNotChangeTheThroughputOfADeviceThatTakesTurns(double noise) {
        Workload workload = noisy(Curves.G.pair(16, .1), noise).withDevice(new DeviceMode.OneStepAtATime());
        Prediction prediction = simulate(workload, BatchingSettings.SharedThreshold.of(16, 9), STEPS);

        assertThat(prediction.tokensPerSecond()).isCloseTo(1412.399500, within(.002 * 1412.4));
    }

    @Test
    void threeModelsRunOnDevicesOfTheirOwn() {
        Workload workload = ThreeModels.flat(6);

        assertThat(simulate(workload, new Greedy(), STEPS).tokensPerSecond())
                .isCloseTo(1100.229, within(.002 * 1100.229));
    }

    @Test
    void theSameSeedGivesTheSameFigures() {
        Workload workload = noisy(Curves.S.pair(64, .3), NOISE);

        assertThat(simulate(workload, new IndexHold(2), 20_000))
                .isEqualTo(simulate(workload, new IndexHold(2), 20_000));
    }

    static Workload noisy(Workload workload, double noise) {
        return new Workload(
                workload.requests(),
                workload.models().stream().map(m -> m.withNoise(noise)).toList(),
                workload.routing(),
                workload.device());
    }

    static Prediction simulate(Workload workload, BatchingSettings settings, long steps) {
        return new Simulation(
                        workload,
                        StartRule.of(settings, workload),
                        Collections.nCopies(workload.models().size(), BucketTrim.NONE),
                        new RoutingSampler(workload.routing(), workload.requests()),
                        1)
                .run(steps);
    }
}
