package io.tokenrouter.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;

class SamplerProperties {

    @Property(tries = 500)
    void everyDrawLiesInTheSupport(
            @ForAll @IntRange(min = 1, max = 300) int vocabulary,
            @ForAll @FloatRange(min = 0.05f, max = 2f) float temperature,
            @ForAll @FloatRange(min = 0.01f, max = 1f) float topP,
            @ForAll @IntRange(min = 0, max = 320) int topK,
            @ForAll @FloatRange(min = 0f, max = 1f) float minP,
            @ForAll long seed) {
        Random random = new Random(seed);
        int[] history = random.ints(random.nextInt(40), 0, vocabulary).toArray();
        int promptLength = random.nextInt(history.length + 1);
        SamplingParams params = new SamplingParams(
                temperature,
                topP,
                topK,
                minP,
                0.5f + random.nextFloat(),
                random.nextFloat() * 4 - 2,
                random.nextFloat() * 4 - 2,
                Map.of(random.nextInt(vocabulary), random.nextFloat() * 20 - 10),
                seed);
        float[] row = SamplerTest.gaussianRow(vocabulary, seed);
        double[] logits = NaiveSampling.adjusted(row, vocabulary, params, history, promptLength);
        double[] probabilities = NaiveSampling.distribution(logits, loosened(params));

        Sampler sampler = SamplerTest.sampler(vocabulary);
        for (int position = 0; position < 20; position++) {
            int token = sampler.sample(row, 0, params, null, position, history, history.length, promptLength);
            assertThat(probabilities[token]).isPositive();
        }
    }

    @Property(tries = 500)
    void greedyIsTheArgmaxOfTheAdjustedLogits(@ForAll @IntRange(min = 1, max = 300) int vocabulary, @ForAll long seed) {
        Random random = new Random(seed);
        int[] history = random.ints(random.nextInt(40), 0, vocabulary).toArray();
        int promptLength = random.nextInt(history.length + 1);
        SamplingParams params = new SamplingParams(
                0f, 1f, 0, 0f, 0.5f + random.nextFloat(), 1.5f, 0.25f, Map.of(random.nextInt(vocabulary), 2f), seed);
        float[] row = SamplerTest.gaussianRow(vocabulary, seed);
        double[] logits = NaiveSampling.adjusted(row, vocabulary, params, history, promptLength);
        int token = SamplerTest.sampler(vocabulary)
                .sample(row, 0, params, null, history.length, history, history.length, promptLength);
        assertThat(logits[token]).isGreaterThan(logits[NaiveSampling.argmax(logits)] - 1e-5);
    }

    @Property(tries = 500)
    void whatIsNotAllowedIsAsIfItsLogitWereNegativeInfinity(
            @ForAll @IntRange(min = 1, max = 300) int vocabulary,
            @ForAll @FloatRange(min = 0f, max = 2f) float temperature,
            @ForAll @FloatRange(min = 0.01f, max = 1f) float topP,
            @ForAll @IntRange(min = 0, max = 320) int topK,
            @ForAll @FloatRange(min = 0f, max = 1f) float minP,
            @ForAll long seed) {
        Random random = new Random(seed);
        int[] history = random.ints(random.nextInt(40), 0, vocabulary).toArray();
        SamplingParams params = new SamplingParams(
                temperature, topP, topK, minP, 1.2f, 0.5f, 0.5f, Map.of(random.nextInt(vocabulary), 3f), seed);
        int[] ids = random.ints(1 + random.nextInt(vocabulary), 0, vocabulary).toArray();
        TokenMask allowed = TokenMask.ofIds(ids);
        float[] row = SamplerTest.gaussianRow(vocabulary, seed);
        float[] before = row.clone();
        float[] masked = row.clone();
        for (int id = 0; id < vocabulary; id++) {
            masked[id] = allowed.allows(id) ? row[id] : Float.NEGATIVE_INFINITY;
        }
        Sampler sampler = SamplerTest.sampler(vocabulary);
        for (int position = 0; position < 20; position++) {
            int token = sampler.sample(row, 0, params, allowed, position, history, history.length, 0);
            assertThat(allowed.allows(token)).isTrue();
            assertThat(token)
                    .isEqualTo(SamplerTest.sampler(vocabulary)
                            .sample(masked, 0, params, null, position, history, history.length, 0));
        }
        assertThat(row).isEqualTo(before);
    }

    /** One rounding error wider, so that an id right at a border may be in or out. */
    private static SamplingParams loosened(SamplingParams p) {
        return new SamplingParams(
                p.temperature(),
                Math.min(1f, p.topP() * 1.00001f),
                p.topK(),
                p.minP() * 0.9999f,
                p.repetitionPenalty(),
                p.presencePenalty(),
                p.frequencyPenalty(),
                p.logitBias(),
                p.seed());
    }
}
