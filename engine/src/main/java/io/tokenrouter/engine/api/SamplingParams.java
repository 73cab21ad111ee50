package io.tokenrouter.engine.api;

import java.util.Map;

/**
 * How a token is drawn from the row of logits of whichever model writes it.
 *
 * <p>Penalties follow vLLM: {@code repetitionPenalty} looks at prompt and output, {@code presencePenalty} and
 * {@code frequencyPenalty} at the output alone. Order of steps: logit bias, penalties, temperature, top-k, top-p, min-p.
 *
 * @param temperature 0 to 2; 0 is greedy: the largest adjusted logit, the smallest id on a tie
 * @param topP (0, 1]; 1 switches it off
 * @param topK 0 switches it off
 * @param minP [0, 1]; share of the largest probability that a token must reach; 0 switches it off
 * @param repetitionPenalty above 0; 1 switches it off
 * @param presencePenalty -2 to 2
 * @param frequencyPenalty -2 to 2
 * @param logitBias token id to -100..100
 * @param seed all randomness of the request is a function of (seed, position, purpose)
 */
public record SamplingParams(
        float temperature,
        float topP,
        int topK,
        float minP,
        float repetitionPenalty,
        float presencePenalty,
        float frequencyPenalty,
        Map<Integer, Float> logitBias,
        long seed) {

    /** Greedy decoding without any penalty. */
    public static final SamplingParams GREEDY = new SamplingParams(0f, 1f, 0, 0f, 1f, 0f, 0f, Map.of(), 0L);

    public SamplingParams {
        inRange("temperature", temperature, 0f, 2f);
        if (!(topP > 0f && topP <= 1f)) {
            throw new IllegalArgumentException("top_p must be above 0 and at most 1, not " + topP);
        }
        if (topK < 0) {
            throw new IllegalArgumentException("top_k must be at least 0, not " + topK);
        }
        inRange("min_p", minP, 0f, 1f);
        if (!(repetitionPenalty > 0f && repetitionPenalty <= 100f)) {
            throw new IllegalArgumentException(
                    "repetition_penalty must be above 0 and at most 100, not " + repetitionPenalty);
        }
        inRange("presence_penalty", presencePenalty, -2f, 2f);
        inRange("frequency_penalty", frequencyPenalty, -2f, 2f);
        logitBias = Map.copyOf(logitBias);
        logitBias.forEach((id, bias) -> {
            if (id < 0) {
                throw new IllegalArgumentException("logit_bias names the token id " + id + ", which is negative");
            }
            inRange("logit_bias of token " + id, bias, -100f, 100f);
        });
    }

    /** True when the row's raw logits alone decide: greedy, no bias, no penalty. */
    public boolean isPlainGreedy() {
        return temperature == 0f && !changesLogits();
    }

    /** True when some penalty looks at earlier tokens. */
    public boolean needsHistory() {
        return repetitionPenalty != 1f || presencePenalty != 0f || frequencyPenalty != 0f;
    }

    /** True when logits are changed before the temperature: some bias or penalty. */
    public boolean changesLogits() {
        return needsHistory() || !logitBias.isEmpty();
    }

    /** The same parameters with another temperature. */
    public SamplingParams withTemperature(float value) {
        return new SamplingParams(
                value, topP, topK, minP, repetitionPenalty, presencePenalty, frequencyPenalty, logitBias, seed);
    }

    /** The same parameters with another seed. */
    public SamplingParams withSeed(long value) {
        return new SamplingParams(
                temperature, topP, topK, minP, repetitionPenalty, presencePenalty, frequencyPenalty, logitBias, value);
    }

    private static void inRange(String name, float value, float low, float high) {
        if (!(value >= low && value <= high)) {
            throw new IllegalArgumentException(name + " must be from " + low + " to " + high + ", not " + value);
        }
    }
}
