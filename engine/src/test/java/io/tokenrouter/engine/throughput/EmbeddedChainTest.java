package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import io.tokenrouter.engine.throughput.BatchingSettings.IndexHold;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exact values for separate devices, with the number of states, which tells whether the semantics are the same. */
class EmbeddedChainTest {

    private static final int MOST_STATES = 100_000;
    private static final double EXACT = 1e-6;

    @ParameterizedTest(name = "G, {0} requests, p={1}, c={2}, B={3},{4} W={5},{6} A={7},{8}: {10} tokens/s")
    @CsvSource({
        "2, .1, 1, 1, 1, -1, -1, 0, 0, 12, 240.279602",
        "2, .3, 1, 1, 1, -1, -1, 0, 0, 12, 157.463325",
        "4, .1, 1, 1, 1, -1, -1, 0, 0, 197, 457.305557",
        "4, .1, 1, 1, 1, -1, -1, 2, 0, 41, 468.256608",
        "4, .3, .9, 1, 3, -1, 9, 0, 0, 294, 284.436492",
        "4, .3, .9, 2, 3, 2, 9, 0, 0, 364, 282.642596",
        "8, .1, 1, 1, 1, -1, -1, 0, 0, 915, 890.124475",
        "8, .3, 1, 1, 4, -1, -1, 2, 0, 65, 618.882252",
        "8, .3, .9, 1, 5, -1, 7, 4, 3, 157, 585.000022",
        "16, .3, 1, 1, 1, -1, -1, 0, 0, 3743, 1156.482860",
        "32, .3, 1, 1, 1, -1, -1, 0, 0, 14967, 2311.114135"
    })
    void flatCurves(
            int requests,
            double toLarge,
            double toSmall,
            int smallRows,
            int largeRows,
            int smallWait,
            int largeWait,
            int smallAlign,
            int largeAlign,
            int states,
            double tokensPerSecond) {
        MinimumBatch settings = new MinimumBatch(
                List.of(rule(smallRows, smallWait, smallAlign), rule(largeRows, largeWait, largeAlign)));
        SparseChain chain = EmbeddedChain.of(Curves.G.pair(requests, toLarge, toSmall), settings, MOST_STATES);

        assertThat(chain.states()).isEqualTo(states);
        assertThat(chain.tokensPerSecond()).isCloseTo(tokensPerSecond, within(EXACT * tokensPerSecond));
    }

    @ParameterizedTest
    @CsvSource({"4, .1, 253, 102.646997", "8, .3, 2253, 67.866357"})
    void affineCurves(int requests, double toLarge, int states, double tokensPerSecond) {
        SparseChain chain = EmbeddedChain.of(Curves.C.pair(requests, toLarge), new Greedy(), MOST_STATES);

        assertThat(chain.states()).isEqualTo(states);
        assertThat(chain.tokensPerSecond()).isCloseTo(tokensPerSecond, within(EXACT * tokensPerSecond));
    }

    @ParameterizedTest
    @CsvSource({"2, 409.654, 101", "4, 760.597, 2802", "6, 1100.229, 14949"})
    void threeModels(int requests, double tokensPerSecond, int states) {
        SparseChain chain = EmbeddedChain.of(ThreeModels.flat(requests), new Greedy(), MOST_STATES);

        assertThat(chain.states()).isEqualTo(states);
        assertThat(chain.tokensPerSecond()).isCloseTo(tokensPerSecond, within(.0006));
    }

    @Test
    void stepsThatOverlap() {
        Workload workload = Curves.G.pair(4, .3).withDevice(new DeviceMode.Overlapping(1.5));

        assertThat(EmbeddedChain.of(workload, new Greedy(), MOST_STATES).tokensPerSecond())
                .isCloseTo(212.680113, within(EXACT * 212.680113));
    }

    @ParameterizedTest
    @CsvSource({
        "2, .1, 246.9986",
        "4, .3, 314.6067",
        "8, .1, 915.0379",
        "8, .6, 511.7954",
        "16, .3, 1225.3912",
        "32, .3, 2437.8692"
    })
    void noPolicyIsBetterThanTheOptimumAndTheBestIndexHoldIsCloseToIt(
            int requests, double toLarge, double tokensPerSecond) {
        Workload workload = Curves.G.pair(requests, toLarge);
        double optimum = OptimalControl.tokensPerSecond(workload, MOST_STATES);
        double best = DoubleStream.of(.7, 1, 1.4, 2, 3)
                .map(theta -> EmbeddedChain.of(workload, new IndexHold(theta), MOST_STATES)
                        .tokensPerSecond())
                .max()
                .getAsDouble();

        assertThat(optimum).isCloseTo(tokensPerSecond, within(1e-4 * tokensPerSecond));
        assertThat(best / optimum).isBetween(.997, 1 + 1e-7);
    }

    @ParameterizedTest
    @CsvSource({
        "4, .1, 1, 1, 422.322173, 0",
        "4, .3, 2, 1, 279.455791, 0",
        "8, .3, 4, 1, 541.754838, 0",
        "8, .3, 4, 4, 576.829249, 236"
    })
    void exponentialAndErlangSteps(
            int requests, double toLarge, int largeRows, int phases, double tokensPerSecond, int states) {
        MinimumBatch settings = new MinimumBatch(List.of(Rule.AT_ONCE, rule(largeRows, -1, 0)));
        SparseChain chain = PhaseChain.of(Curves.G.pair(requests, toLarge), settings, phases, MOST_STATES);

        assertThat(chain.tokensPerSecond()).isCloseTo(tokensPerSecond, within(EXACT * tokensPerSecond));
        assertThat(states).isIn(0, chain.states());
    }

    @ParameterizedTest
    @CsvSource({"4, .1, 2139", "4, .3, 2139", "8, .3, 10480"})
    void measuredCurvesAreRoundedUntilTheirChainsAreSmall(int requests, double toLarge, int states) {
        Workload workload = Curves.G2.pair(requests, toLarge);
        Workload rounded = ExactModel.rounded(workload, (long) (.1 * Curves.MS));
        SparseChain chain = EmbeddedChain.of(rounded, new Greedy(), MOST_STATES);

        assertThat(chain.states()).isEqualTo(states);
        double simulated = SimulationTest.simulate(SimulationTest.noisy(workload, .02), new Greedy(), 800_000)
                .tokensPerSecond();

        assertThat(chain.tokensPerSecond()).isCloseTo(simulated, within(.0015 * simulated));
        assertThat(ExactModel.tokensPerSecond(workload, new Greedy()).orElseThrow())
                .isCloseTo(simulated, within(.0015 * simulated));
    }

    @Test
    void aWorkloadTooLargeForExactAnswersHasNone() {
        assertThat(ExactModel.optimum(Curves.C.pair(64, .1))).isEmpty();
        assertThat(ExactModel.tokensPerSecond(Curves.C.pair(64, .1), new Greedy()))
                .isEmpty();
        assertThat(ExactModel.optimum(Curves.G.pair(4, .3)).orElseThrow()).isCloseTo(314.6067, within(1e-4 * 315));
    }

    @Test
    void aChainThatGrowsTooLargeIsGivenUp() {
        assertThatExceptionOfType(TooManyStatesException.class)
                .isThrownBy(() -> EmbeddedChain.of(Curves.G2.pair(8, .3), new Greedy(), 5_000))
                .withMessageContaining("5000");
    }

    private static Rule rule(int rows, int waitMillis, int alignMillis) {
        long wait = waitMillis < 0 ? MinimumBatch.NO_LIMIT : (long) (waitMillis * Curves.MS);
        return new Rule(rows, wait, (long) (alignMillis * Curves.MS));
    }
}
