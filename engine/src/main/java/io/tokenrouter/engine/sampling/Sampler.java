package io.tokenrouter.engine.sampling;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Draws a token from a row of logits. The steps and their order are those of {@link SamplingParams}, and what a mask does not allow is
 * taken out of the row between the penalties and the temperature; the random number is
 * {@link PositionRandom}'s for (seed, position, {@link Purpose#SAMPLE}), so the result depends on the arguments alone.
 *
 * <p>Keeps scratch of the size of the vocabulary between calls and allocates nothing per call once that has grown; one
 * instance per thread.
 */
public final class Sampler {

    private final int vocabularySize;
    private final SoftmaxKernel kernel;
    private final LogitAdjuster adjuster;
    private final TopTokens topTokens = new TopTokens();
    private final Nucleus nucleus = new Nucleus();
    private final Shortlist shortlist = new Shortlist();
    private final float[] adjusted;
    private final float[] weights;

    /** @param vocabularySize ids 0 to vocabularySize - 1 can be drawn; a row may be longer, its rest is padding */
    public Sampler(int vocabularySize, SoftmaxKernel kernel) {
        this.vocabularySize = vocabularySize;
        this.kernel = kernel;
        this.adjuster = new LogitAdjuster(vocabularySize);
        this.adjusted = new float[vocabularySize];
        this.weights = new float[vocabularySize];
    }

    /**
     * Draws one token.
     *
     * @param logits holds the row; not changed
     * @param offset index of the logit of id 0
     * @param allowed ids that may be drawn; null for all
     * @param position position that the token would take, counted from the start of the prompt
     * @param history ids before that position, prompt first; read only if {@link SamplingParams#needsHistory()}
     * @param historyLength how many of {@code history} count
     * @param promptLength how many of these are prompt
     * @return an id of the vocabulary
     * @throws InvalidLogitsException if what may be drawn has NaN or positive infinity, or negative infinity everywhere
     */
    public int sample(
            float[] logits,
            int offset,
            SamplingParams params,
            @Nullable TokenMask allowed,
            int position,
            int[] history,
            int historyLength,
            int promptLength) {
        float[] row = logits;
        int start = offset;
        if (allowed != null || LogitAdjuster.changes(params)) {
            System.arraycopy(logits, offset, adjusted, 0, vocabularySize);
            adjuster.apply(adjusted, params, history, historyLength, promptLength);
            if (allowed != null) {
                takeOut(allowed);
            }
            row = adjusted;
            start = 0;
        }
        float max = kernel.max(row, start, vocabularySize);
        if (!Float.isFinite(max)) {
            throw InvalidLogitsException.of(row, start, vocabularySize);
        }
        if (params.temperature() == 0f) {
            return firstIdOf(max, row, start);
        }
        double uniform = PositionRandom.uniform(params.seed(), position, Purpose.SAMPLE);
        return draw(row, start, max, params, uniform);
    }

    private void takeOut(TokenMask allowed) {
        for (int from = 0; from < vocabularySize; from += TokenMask.WORD) {
            int to = Math.min(from + TokenMask.WORD, vocabularySize);
            long word = allowed.word(from / TokenMask.WORD);
            if (word == 0) {
                Arrays.fill(adjusted, from, to, Float.NEGATIVE_INFINITY);
            } else if (word != -1) {
                for (int id = from; id < to; id++) {
                    adjusted[id] = (word >>> id & 1) == 0 ? Float.NEGATIVE_INFINITY : adjusted[id];
                }
            }
        }
    }

    private int draw(float[] row, int start, float max, SamplingParams params, double uniform) {
        float scale = Math.min(1f / params.temperature(), Float.MAX_VALUE);
        if (params.topK() > 0 && params.topK() < vocabularySize) {
            listTopK(row, start, max, scale, params.topK());
            if (params.topP() < 1f) {
                shortlist.keepMass(params.topP());
            }
        } else if (params.topP() < 1f) {
            double total = kernel.exponentials(row, start, vocabularySize, max, scale, weights);
            nucleus.select(weights, vocabularySize, total, params.topP(), shortlist);
        } else if (params.minP() > 0f) {
            listFrom(max + Math.log(params.minP()) / scale, row, start, max, scale);
        } else {
            double total = kernel.exponentials(row, start, vocabularySize, max, scale, weights);
            return drawFromAll(uniform * total);
        }
        if (params.minP() > 0f) {
            shortlist.keepAtLeast(params.minP());
        }
        return shortlist.draw(uniform);
    }

    /** Best first. */
    private void listTopK(float[] row, int start, float max, float scale, int k) {
        topTokens.select(row, start, vocabularySize, k);
        shortlist.clear();
        for (int rank = 0; rank < topTokens.size(); rank++) {
            int id = topTokens.id(rank);
            shortlist.add(id, weight(row[start + id], max, scale));
        }
    }

    /** All ids whose logit is at least {@code lowest}. */
    private void listFrom(double lowest, float[] row, int start, float max, float scale) {
        shortlist.clear();
        for (int id = 0; id < vocabularySize; id++) {
            if (row[start + id] >= lowest) {
                shortlist.add(id, weight(row[start + id], max, scale));
            }
        }
    }

    private int drawFromAll(double point) {
        double mass = 0;
        int last = 0;
        for (int id = 0; id < vocabularySize; id++) {
            if (weights[id] > 0f) {
                last = id;
                mass += weights[id];
                if (mass > point) {
                    break;
                }
            }
        }
        return last;
    }

    private int firstIdOf(float value, float[] row, int start) {
        int id = 0;
        while (row[start + id] != value) {
            id++;
        }
        return id;
    }

    private static double weight(float logit, float max, float scale) {
        return Math.exp(((double) logit - max) * scale);
    }
}
