package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import io.tokenrouter.engine.throughput.BatchingSettings.IndexHold;
import io.tokenrouter.engine.throughput.BatchingSettings.SharedThreshold;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputModelTest {

    private static final DeviceMode SHARED = new DeviceMode.OneStepAtATime();

    private final ThroughputModel model = new ThroughputModel();

    @ParameterizedTest(name = "{0}, {1} requests, p={2}: {3} % over greedy, {4} times lockstep")
    @CsvSource({
        "G2, 2, .3, 4.6, 1.18",
        "G2, 4, .6, 25.9, 1.25",
        "G2, 16, .1, 1.9, 2.72",
        "G2, 16, .3, 5.9, 1.82",
        "G2, 64, .1, 1.5, 3.18",
        "G2, 64, .3, 2.2, 1.74",
        "S, 64, .6, 11.8, 1.18"
    })
    void holdsOnSeparateDevicesWhereThatPays(
            Curves curves, int requests, double toLarge, double gainPercent, double overLockstep) {
        Workload workload = curves.pair(requests, toLarge);
        Advice advice = model.advise(workload, Goal.THROUGHPUT);

        assertThat(advice.choice().settings()).isInstanceOf(IndexHold.class);
        assertThat(100 * advice.gain()).isCloseTo(gainPercent, within(.8));
        assertThat(advice.prediction().tokensPerSecond() / model.lockstep(workload))
                .isCloseTo(overLockstep, within(.02));
        assertThat(advice.reason()).contains("%d requests".formatted(requests), "p99");
    }

    @ParameterizedTest
    @CsvSource({"G2, 1, .3", "G2, 4, .05", "G2, 1024, .1", "G2, 256, .6", "C, 4, .3", "C, 64, .1", "C, 1024, .6"})
    void doesNotHoldWhereThatGainsLessThanOnePercent(Curves curves, int requests, double toLarge) {
        Advice advice = model.advise(curves.pair(requests, toLarge), Goal.THROUGHPUT);

        assertThat(advice.choice().settings()).isEqualTo(new Greedy());
        assertThat(advice.prediction()).isEqualTo(advice.greedy());
    }

    @ParameterizedTest
    @CsvSource({"G, 16, .1, 2.12", "G, 64, .05, 2.87", "S, 64, .3, 1.50", "G, 256, .1, 1.39"})
    void takesTurnsByThresholdOnASharedDevice(Curves curves, int requests, double toLarge, double overLockstep) {
        Workload workload = curves.pair(requests, toLarge).withDevice(SHARED);
        Advice advice = model.advise(workload, Goal.THROUGHPUT);

        assertThat(advice.choice().settings()).isInstanceOf(SharedThreshold.class);
        assertThat(advice.prediction().tokensPerSecond() / model.lockstep(workload))
                .isCloseTo(overLockstep, within(.02));
        assertThat(1 + advice.gain()).isCloseTo(overLockstep, within(.02));
    }

    @Test
    void aSharedThresholdHoldsForFewerRequestsToo() {
        Workload workload = Curves.G.pair(64, .1).withDevice(SHARED);
        SharedThreshold table = (SharedThreshold)
                model.advise(workload, Goal.THROUGHPUT).choice().settings();

        assertThat(table.threshold(64)).isEqualTo(31);
        assertThat(table.threshold(16)).isEqualTo(9);
        assertThat(table.threshold(4)).isEqualTo(2);
        assertThat(table.threshold(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {.9995, .9, .7})
    void aThresholdIsFoundWhereTheLargeModelKeepsRequests(double toSmall) {
        Workload workload = Curves.G.pair(32, .1, toSmall).withDevice(SHARED);
        double best = 0;
        for (int threshold = 1; threshold <= 32; threshold++) {
            best = Math.max(best, SharedDeviceChain.tokensPerSecond(workload, threshold));
        }
        Advice advice = model.advise(workload, Goal.THROUGHPUT);
        int chosen = ((SharedThreshold) advice.choice().settings()).threshold(32);

        assertThat(SharedDeviceChain.tokensPerSecond(workload, chosen)).isGreaterThan(.99 * best);
    }

    @ParameterizedTest
    @CsvSource({"1.2, true, 6183", "1.5, false, 5464", "2, false, 5464"})
    void stepsOverlapOnlyWhereTheySlowEachOtherLittle(double slowdown, boolean overlap, double tokensPerSecond) {
        Workload workload = Curves.G.pair(64, .1).withDevice(new DeviceMode.Overlapping(slowdown));
        Advice advice = model.advise(workload, Goal.THROUGHPUT);

        assertThat(advice.choice().device()).isEqualTo(overlap ? workload.device() : SHARED);
        assertThat(advice.prediction().tokensPerSecond()).isCloseTo(tokensPerSecond, within(.005 * tokensPerSecond));
    }

    @Test
    void aBoundOnGapsLimitsTheThreshold() {
        Workload workload = Curves.G.pair(64, .1).withDevice(SHARED);
        Advice advice = model.advise(workload, new Goal(45 * Curves.MS, .01));

        assertThat(advice.prediction().p99GapNanos()).isLessThanOrEqualTo(45 * Curves.MS);
        assertThat(advice.prediction().tokensPerSecond()).isBetween(4587., 5463.);
    }

    @Test
    void aBoundThatNothingMeetsIsSaid() {
        Workload workload = Curves.G.pair(64, .1).withDevice(SHARED);
        Advice advice = model.advise(workload, new Goal(5 * Curves.MS, .01));

        assertThat(advice.reason()).contains("no settings keep the p99 gap below 5.0 ms");
        assertThat(advice.prediction().p99GapNanos())
                .isEqualTo(advice.considered().stream()
                        .mapToDouble(c -> c.prediction().p99GapNanos())
                        .min()
                        .getAsDouble());
    }

    @ParameterizedTest
    @CsvSource({"16, 4587, 38", "31, 5463, 61", "48, 4707, 109"})
    void gapsGrowWithTheThreshold(int threshold, double tokensPerSecond, double p99Millis) {
        Workload workload = Curves.G.pair(64, .1).withDevice(SHARED);
        Prediction prediction = model.predict(workload, BatchingChoice.of(SharedThreshold.of(64, threshold), workload));

        assertThat(prediction.tokensPerSecond()).isCloseTo(tokensPerSecond, within(.005 * tokensPerSecond));
        assertThat(prediction.p99GapNanos() / Curves.MS).isCloseTo(p99Millis, within(.03 * p99Millis));
    }

    @ParameterizedTest
    @CsvSource({"100, .6, .8", "256, 1.6, 1.9", "700, 3.2, 5.7"})
    void stepsThatFillTheirSizesAreWorthMoreThanWaiting(int requests, double leastPercent, double mostPercent) {
        for (double toLarge : new double[] {.1, .3}) {
            Workload workload = Curves.S.pair(requests, toLarge);
            BatchingChoice greedy = BatchingChoice.of(new Greedy(), workload);
            List<BucketTrim> trims = workload.models().stream()
                    .map(m -> BucketTrim.of(m.stepTime(), 0))
                    .toList();
            double gain = model.predict(workload, greedy.withTrims(trims)).tokensPerSecond()
                    / model.predict(workload, greedy).tokensPerSecond();

            assertThat(100 * (gain - 1)).isBetween(leastPercent - .4, mostPercent + .4);
        }
    }

    @Test
    void settingsThatDoNotFitTheDeviceAreRefused() {
        Workload workload = Curves.G.pair(8, .1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> model.predict(workload, BatchingChoice.of(SharedThreshold.of(8, 4), workload)));
    }

    @Test
    void aModelAloneHasNothingToWaitFor() {
        Workload alone = new Workload(
                50,
                List.of(ModelProfile.of(Curves.G2.large()).withMaxBatch(32)),
                RoutingMatrix.of(new double[][] {{1}}),
                SHARED);
        Advice advice = model.advise(alone, Goal.THROUGHPUT);

        assertThat(advice.choice().settings()).isEqualTo(new Greedy());
        double expected = 1000 * 32 / Curves.G2.large(32);
        assertThat(advice.prediction().tokensPerSecond()).isCloseTo(expected, within(.002 * expected));
    }

    /** A runtime decides on what it knows of a step; predicted is what becomes of that. */
    @Test
    void decidesOnWhatIsKnownOfStepsAndTakesTheTimeThatTheyTake() {
        Workload workload = Curves.G.pair(16, .3);
        ModelProfile noFixedCost = ModelProfile.of(StepTimeCurve.of(16, rows -> 1e6 * rows));
        ThroughputModel unaware = model.withDecisionsOn(List.of(noFixedCost, noFixedCost));
        BatchingChoice hold = BatchingChoice.of(new IndexHold(1), workload);
        BatchingChoice greedy = BatchingChoice.of(new Greedy(), workload);

        assertThat(unaware.predict(workload, hold)).isEqualTo(model.predict(workload, greedy));
        assertThat(model.predict(workload, hold).tokensPerSecond())
                .isGreaterThan(1.03 * model.predict(workload, greedy).tokensPerSecond());
        assertThat(model.withDecisionsOn(workload.models()).predict(workload, hold))
                .isEqualTo(model.predict(workload, hold));
    }
}
