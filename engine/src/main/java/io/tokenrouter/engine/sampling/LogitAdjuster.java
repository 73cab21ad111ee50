package io.tokenrouter.engine.sampling;

import io.tokenrouter.engine.api.SamplingParams;
import java.util.Map;

/**
 * Logit bias, then repetition, frequency and presence penalty, as vLLM defines them: a token of prompt or output has its
 * logit divided by the repetition penalty if positive and multiplied if not; then a token of the output loses frequency
 * penalty times its count, and presence penalty once. Costs time by the length of the history, not by the vocabulary.
 * Keeps its scratch between calls; for one thread.
 */
final class LogitAdjuster {

    /** In {@link #counts}: seen in the prompt alone. 0 is not seen, n + 1 is n times in the output. */
    private static final int PROMPT_ONLY = 1;

    private final int[] counts;

    LogitAdjuster(int vocabularySize) {
        counts = new int[vocabularySize];
    }

    static boolean changes(SamplingParams params) {
        return params.needsHistory() || !params.logitBias().isEmpty();
    }

    /** Changes {@code row}, which holds one logit per id. Ids outside the vocabulary have no effect. */
    void apply(float[] row, SamplingParams params, int[] history, int historyLength, int promptLength) {
        for (Map.Entry<Integer, Float> bias : params.logitBias().entrySet()) {
            if (bias.getKey() < counts.length) {
                float logit = row[bias.getKey()];
                row[bias.getKey()] = finiteAs(logit, logit + bias.getValue());
            }
        }
        if (params.needsHistory()) {
            count(history, historyLength, promptLength);
            penalise(row, params, history, historyLength);
        }
    }

    private void count(int[] history, int historyLength, int promptLength) {
        for (int i = 0; i < historyLength; i++) {
            int id = history[i];
            if (inVocabulary(id)) {
                counts[id] = i < promptLength ? PROMPT_ONLY : Math.max(counts[id], PROMPT_ONLY) + 1;
            }
        }
    }

    /** Visits each id once and leaves the counts clean. */
    private void penalise(float[] row, SamplingParams params, int[] history, int historyLength) {
        for (int i = 0; i < historyLength; i++) {
            int id = history[i];
            if (!inVocabulary(id) || counts[id] == 0) {
                continue;
            }
            int inOutput = counts[id] - PROMPT_ONLY;
            counts[id] = 0;
            float logit = row[id];
            float adjusted = logit > 0 ? logit / params.repetitionPenalty() : logit * params.repetitionPenalty();
            adjusted -= params.frequencyPenalty() * inOutput;
            adjusted -= inOutput > 0 ? params.presencePenalty() : 0f;
            row[id] = finiteAs(logit, adjusted);
        }
    }

    private boolean inVocabulary(int id) {
        return id >= 0 && id < counts.length;
    }

    /** A finite logit must not become infinite; one that is infinite from the start stays what it is. */
    private static float finiteAs(float before, float after) {
        return Float.isFinite(before) && Float.isInfinite(after) ? Math.copySign(Float.MAX_VALUE, after) : after;
    }
}
