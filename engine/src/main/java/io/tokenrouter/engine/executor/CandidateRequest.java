package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a row's logits.
 *
 * @param sampling how to draw the token
 * @param position position that the sampled token would take, counted from the start of the prompt; with the seed it
 *     decides the random number
 * @param history ids before that position, prompt first; read only when {@link SamplingParams#needsHistory()}
 * @param promptLength how many of them are prompt
 * @param topK most probable tokens to report, 0 to 128
 * @param logU whether the evidence uncertainties are wanted
 * @param allowed ids that may be drawn; null for all. Signals are of the whole row all the same
 */
public record CandidateRequest(
        SamplingParams sampling,
        int position,
        int[] history,
        int promptLength,
        int topK,
        boolean logU,
        @Nullable TokenMask allowed) {

    /** Any id may be drawn. */
    public CandidateRequest(
            SamplingParams sampling, int position, int[] history, int promptLength, int topK, boolean logU) {
        this(sampling, position, history, promptLength, topK, logU, null);
    }
}
