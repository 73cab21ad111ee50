package io.tokenrouter.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RowAnalyzerTest {

    @Test
    void anEvenRowHasTheEntropyOfItsSize() {
        int vocabulary = 49_152;
        RowSignals signals = analyze(new float[vocabulary], vocabulary, 3, true, 7);
        assertThat(signals.entropy()).isCloseTo((float) Math.log(vocabulary), within(1e-5f));
        assertThat(signals.logprob()).isCloseTo((float) -Math.log(vocabulary), within(1e-5f));
        assertThat(signals.topProb()).isCloseTo(1f / vocabulary, within(1e-9f));
        assertThat(signals.margin()).isZero();
        assertThat(signals.topIds()).containsExactly(0, 1, 2);
    }

    @Test
    void aCertainRowHasNoEntropy() {
        RowSignals signals = analyze(new float[] {0f, 1000f, 0f}, 3, 0, false, 1);
        assertThat(signals.entropy()).isZero();
        assertThat(signals.topProb()).isEqualTo(1f);
        assertThat(signals.margin()).isEqualTo(1f);
        assertThat(signals.logprob()).isZero();
        assertThat(signals.topIds()).isEmpty();
    }

    @Test
    void twoTokensHaveTheEntropyOfACoin() {
        float p = 0.8f;
        RowSignals signals = analyze(new float[] {(float) Math.log(p), (float) Math.log(1 - p)}, 2, 2, false, 1);
        assertThat(signals.entropy()).isCloseTo((float) -(p * Math.log(p) + (1 - p) * Math.log(1 - p)), within(1e-6f));
        assertThat(signals.margin()).isCloseTo(2 * p - 1, within(1e-6f));
        assertThat(signals.topLogprobs()[1]).isCloseTo((float) Math.log(1 - p), within(1e-6f));
        assertThat(signals.logprob()).isEqualTo(signals.topLogprobs()[1]);
    }

    @Test
    void oneTokenAloneIsCertain() {
        RowSignals signals = analyze(new float[] {-3f}, 1, 20, true, 0);
        assertThat(signals.margin()).isEqualTo(1f);
        assertThat(signals.topIds()).containsExactly(0);
    }

    @Test
    void equalLogitsHaveLogUInClosedForm() {
        int k = LogU.EVIDENCE;
        float x = 4f;
        float[] row = new float[50];
        Arrays.fill(row, x);
        RowSignals signals = analyze(row, 50, 0, true, 0);
        // digamma of a whole number n is the harmonic number of n - 1 less Euler's constant.
        double expected = harmonic(k * (int) x) - harmonic((int) x);
        assertThat(signals.au()).isCloseTo((float) expected, within(1e-5f));
        assertThat(signals.eu()).isCloseTo(k / (k * x + k), within(1e-6f));
    }

    @Test
    void logUIsUndefinedWhereOneOfTheTenBestIsNotPositive() {
        float[] row = {9f, 8f, 7f, 6f, 5f, 4f, 3f, 2f, 1f, 0f, -1f};
        RowSignals signals = analyze(row, row.length, 0, true, 0);
        assertThat(signals.au()).isNaN();
        assertThat(signals.eu()).isNaN();
        assertThat(analyze(row, 9, 0, true, 0).au()).isPositive();
    }

    @Test
    void logUIsLeftOutUnlessAskedFor() {
        float[] row = {9f, 8f, 7f};
        assertThat(analyze(row, 3, 20, false, 0).au()).isNaN();
    }

    @Test
    void digammaHasItsKnownValues() {
        double euler = 0.57721566490153286;
        assertThat(LogU.digamma(1)).isCloseTo(-euler, within(1e-12));
        assertThat(LogU.digamma(0.5)).isCloseTo(-euler - 2 * Math.log(2), within(1e-12));
        assertThat(LogU.digamma(101)).isCloseTo(harmonic(100) - euler, within(1e-12));
    }

    @Test
    void paddingCountsForNothing() {
        float[] row = {1f, 2f, 99f, Float.NaN};
        RowSignals signals = analyze(row, 2, 5, false, 1);
        assertThat(signals.topIds()).containsExactly(1, 0);
        assertThat(Math.exp(signals.topLogprobs()[0]) + Math.exp(signals.topLogprobs()[1]))
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void maskedTokensDoNotSpoilTheOthers() {
        float[] row = {Float.NEGATIVE_INFINITY, 1f, 1f, -Float.MAX_VALUE};
        RowSignals signals = analyze(row, 4, 4, true, 0);
        assertThat(signals.entropy()).isCloseTo((float) Math.log(2), within(1e-6f));
        assertThat(signals.logprob()).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(signals.topIds()).as("those that could be drawn").containsExactly(1, 2, 3);
        assertThat(signals.topLogprobs()).hasSize(3);
    }

    @Test
    void aRowWithNanIsRefused() {
        assertThatThrownBy(() -> analyze(new float[] {0f, Float.NaN}, 2, 0, false, 0))
                .isInstanceOf(InvalidLogitsException.class)
                .hasMessageContaining("token id 1 is NaN");
    }

    static RowSignals analyze(float[] row, int vocabulary, int topK, boolean logU, int token) {
        return new RowAnalyzer(vocabulary, SoftmaxKernel.scalar()).analyze(row, 0, topK, logU, token);
    }

    private static double harmonic(int n) {
        double sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += 1.0 / i;
        }
        return sum;
    }
}
