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

    private final int vocabularySize;
    private final HistoryCounts history;

    LogitAdjuster(int vocabularySize) {
        this.vocabularySize = vocabularySize;
        history = new HistoryCounts(vocabularySize);
    }

    /** Changes {@code row}, which holds one logit per id. Ids outside the vocabulary have no effect. */
    void apply(float[] row, SamplingParams params, int[] ids, int length, int promptLength) {
        for (Map.Entry<Integer, Float> bias : params.logitBias().entrySet()) {
            if (bias.getKey() < vocabularySize) {
                float logit = row[bias.getKey()];
                row[bias.getKey()] = finiteAs(logit, logit + bias.getValue());
            }
        }
        if (params.needsHistory()) {
            history.count(ids, length, promptLength);
            penalise(row, params);
        }
    }

    private void penalise(float[] row, SamplingParams params) {
        for (int i = 0; i < history.size(); i++) {
            int id = history.id(i);
            int inOutput = history.inOutput(i);
            float logit = row[id];
            float adjusted = logit > 0 ? logit / params.repetitionPenalty() : logit * params.repetitionPenalty();
            adjusted -= params.frequencyPenalty() * inOutput;
            adjusted -= inOutput > 0 ? params.presencePenalty() : 0f;
            row[id] = finiteAs(logit, adjusted);
        }
    }

    /** A finite logit must not become infinite; one that is infinite from the start stays what it is. */
    private static float finiteAs(float before, float after) {
        return Float.isFinite(before) && Float.isInfinite(after) ? Math.copySign(Float.MAX_VALUE, after) : after;
    }
}
