package io.tokenrouter.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplerTest {

    private static final int[] NO_HISTORY = {};

    @Test
    void greedyTakesTheSmallestIdAmongEquals() {
        float[] row = {0f, 3f, -1f, 3f};
        assertThat(sample(row, 4, SamplingParams.GREEDY, 0)).isEqualTo(1);
        assertThat(sample(new float[] {-0f, 0f}, 2, SamplingParams.GREEDY, 0)).isZero();
    }

    @Test
    void greedyReadsItsOwnRowOnly() {
        float[] rows = {9f, 9f, 1f, 2f, 9f};
        int token = sampler(2).sample(rows, 2, SamplingParams.GREEDY, null, 0, NO_HISTORY, 0, 0);
        assertThat(token).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0, 0", "1, 0.9, 0, 0", "1, 1, 3, 0", "1, 1, 0, 0.01", "2, 0.5, 3, 0.1", "0, 1, 0, 0"})
    void paddingIsNeverDrawn(float temperature, float topP, int topK, float minP) {
        float[] row = {0f, 0f, 0f, 0f, 50f, Float.NaN};
        Sampler sampler = sampler(4);
        for (int position = 0; position < 200; position++) {
            SamplingParams params = params(temperature, topP, topK, minP);
            assertThat(sampler.sample(row, 0, params, null, position, NO_HISTORY, 0, 0))
                    .isLessThan(4);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1.0, 0, 0",
        "0.6, 1.0, 0, 0",
        "2.0, 1.0, 0, 0",
        "1.0, 0.9, 0, 0",
        "1.5, 0.95, 0, 0",
        "1.0, 1.0, 7, 0",
        "1.0, 1.0, 0, 0.2",
        "1.2, 0.8, 20, 0",
        "1.0, 0.9, 0, 0.1",
        "1.3, 0.9, 25, 0.15"
    })
    void drawsFollowTheDistribution(float temperature, float topP, int topK, float minP) {
        int vocabulary = 60;
        float[] row = gaussianRow(vocabulary, 42);
        SamplingParams params = params(temperature, topP, topK, minP);
        double[] expected =
                NaiveSampling.distribution(NaiveSampling.adjusted(row, vocabulary, params, NO_HISTORY, 0), params);

        int draws = 40_000;
        int[] observed = new int[vocabulary];
        Sampler sampler = sampler(vocabulary);
        for (int position = 0; position < draws; position++) {
            observed[sampler.sample(row, 0, params, null, position, NO_HISTORY, 0, 0)]++;
        }

        for (int id = 0; id < vocabulary; id++) {
            assertThat(expected[id] > 0 || observed[id] == 0)
                    .as("id %d is outside", id)
                    .isTrue();
        }
        // 60 degrees of freedom at most: 110 has a p-value below 1e-4.
        assertThat(NaiveSampling.chiSquare(observed, expected, draws, 5)).isLessThan(110);
    }

    @Test
    void sameSeedAndPositionGiveTheSameTokenWhateverCameBefore() {
        float[] row = gaussianRow(1000, 7);
        SamplingParams params = params(1f, 0.95f, 0, 0f).withSeed(99);
        int alone = sample(row, 1000, params, 17);
        Sampler used = sampler(1000);
        used.sample(gaussianRow(1000, 8), 0, params(1f, 1f, 400, 0f), null, 3, new int[] {1, 2, 3}, 3, 1);
        used.sample(gaussianRow(1000, 9), 0, penalties(1.3f, 1f, 1f), null, 3, new int[] {1, 2, 3}, 3, 1);
        assertThat(used.sample(row, 0, params, null, 17, NO_HISTORY, 0, 0)).isEqualTo(alone);
    }

    @Test
    void seedsAndPositionsGiveOtherTokens() {
        float[] row = new float[100_000];
        SamplingParams params = params(1f, 1f, 0, 0f);
        assertThat(sample(row, row.length, params, 1)).isNotEqualTo(sample(row, row.length, params, 2));
        assertThat(sample(row, row.length, params.withSeed(1), 1))
                .isNotEqualTo(sample(row, row.length, params.withSeed(2), 1));
    }

    @Test
    void biasForcesAndForbidsTokens() {
        float[] row = {1f, 2f, 3f};
        assertThat(sample(row, 3, biased(Map.of(0, 100f)), 0)).isZero();
        assertThat(sample(row, 3, biased(Map.of(2, -100f)), 0)).isEqualTo(1);
        assertThat(row).containsExactly(1f, 2f, 3f);
    }

    @Test
    void biasOutsideTheVocabularyHasNoEffect() {
        assertThat(sample(new float[] {1f, 2f}, 2, biased(Map.of(7, 100f)), 0)).isEqualTo(1);
    }

    @Test
    void repetitionPenaltyCountsThePromptAndTheOthersDoNot() {
        float[] row = {2f, 1.9f};
        int[] prompt = {0};
        assertThat(greedy(row, penalties(1.2f, 0f, 0f), prompt, 1)).isEqualTo(1);
        assertThat(greedy(row, penalties(1f, 2f, 2f), prompt, 1)).isZero();
        assertThat(greedy(row, penalties(1f, 2f, 0f), prompt, 0)).isEqualTo(1);
        assertThat(greedy(row, penalties(1f, 0f, 2f), prompt, 0)).isEqualTo(1);
    }

    @Test
    void repetitionPenaltyLowersNegativeLogitsToo() {
        assertThat(greedy(new float[] {-1f, -1.1f}, penalties(1.2f, 0f, 0f), new int[] {0}, 1))
                .isEqualTo(1);
    }

    @Test
    void frequencyPenaltyGrowsWithTheCount() {
        float[] row = {3f, 1.5f};
        SamplingParams params = penalties(1f, 0f, 1f);
        assertThat(greedy(row, params, new int[] {1, 0}, 1)).isZero();
        assertThat(greedy(row, params, new int[] {1, 0, 0}, 1)).isEqualTo(1);
    }

    @Test
    void extremeButFiniteLogitsNeverFail() {
        float[] row = {Float.MAX_VALUE, -Float.MAX_VALUE, 0f, Float.NEGATIVE_INFINITY, Float.MIN_VALUE};
        for (UnaryOperator<SamplingParams> change : extremes()) {
            SamplingParams params = change.apply(params(Float.MIN_VALUE, 1f, 0, 0f));
            assertThat(sampler(5).sample(row, 0, params, null, 0, new int[] {0, 1, 2}, 3, 1))
                    .isZero();
        }
        SamplingParams divided = penalties(0.01f, 0f, 0f).withTemperature(1f);
        assertThat(sampler(5).sample(row, 0, divided, null, 0, new int[] {0, 1, 2}, 3, 1))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(floats = {0f, 1f})
    void aRowWithNanIsRefusedByName(float temperature) {
        float[] row = {1f, Float.NaN, 2f};
        assertThatThrownBy(() -> sample(row, 3, params(temperature, 1f, 0, 0f), 0))
                .isInstanceOf(InvalidLogitsException.class)
                .hasMessage("the model's logit of token id 1 is NaN");
    }

    @Test
    void aRowWithoutAnyChanceIsRefused() {
        float[] row = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};
        assertThatThrownBy(() -> sample(row, 2, SamplingParams.GREEDY, 0))
                .isInstanceOf(InvalidLogitsException.class)
                .hasMessageContaining("negative infinity");
        assertThatThrownBy(() -> sample(new float[] {0f, Float.POSITIVE_INFINITY}, 2, SamplingParams.GREEDY, 0))
                .hasMessage("the model's logit of token id 1 is Infinity");
    }

    @Test
    void aRowWithoutAnyChanceForWhatIsAllowedIsRefused() {
        float[] row = {1f, Float.NEGATIVE_INFINITY, 2f};
        assertThatThrownBy(() ->
                        sampler(3).sample(row, 0, SamplingParams.GREEDY, TokenMask.ofIds(1, 70), 0, NO_HISTORY, 0, 0))
                .isInstanceOf(InvalidLogitsException.class)
                .hasMessageContaining("that may be drawn");
    }

    private static Iterable<UnaryOperator<SamplingParams>> extremes() {
        return List.of(
                p -> p,
                p -> with(p, 0.5f, 0, 0f),
                p -> with(p, 1f, 2, 0f),
                p -> with(p, 1f, 0, 1f),
                p -> p.withTemperature(0f),
                p -> p.withTemperature(2f));
    }

    private static SamplingParams with(SamplingParams p, float topP, int topK, float minP) {
        return params(p.temperature(), topP, topK, minP);
    }

    static Sampler sampler(int vocabulary) {
        return new Sampler(vocabulary, SoftmaxKernel.scalar());
    }

    static float[] gaussianRow(int vocabulary, long seed) {
        Random random = new Random(seed);
        float[] row = new float[vocabulary];
        for (int id = 0; id < vocabulary; id++) {
            row[id] = (float) (random.nextGaussian() * 2);
        }
        return row;
    }

    static SamplingParams params(float temperature, float topP, int topK, float minP) {
        return new SamplingParams(temperature, topP, topK, minP, 1f, 0f, 0f, Map.of(), 5L);
    }

    private static SamplingParams penalties(float repetition, float presence, float frequency) {
        return new SamplingParams(0f, 1f, 0, 0f, repetition, presence, frequency, Map.of(), 5L);
    }

    private static SamplingParams biased(Map<Integer, Float> bias) {
        return new SamplingParams(0f, 1f, 0, 0f, 1f, 0f, 0f, bias, 5L);
    }

    private static int greedy(float[] row, SamplingParams params, int[] history, int promptLength) {
        return sampler(row.length).sample(row, 0, params, null, history.length, history, history.length, promptLength);
    }

    private static int sample(float[] row, int vocabulary, SamplingParams params, int position) {
        return sampler(vocabulary).sample(row, 0, params, null, position, NO_HISTORY, 0, 0);
    }
}
