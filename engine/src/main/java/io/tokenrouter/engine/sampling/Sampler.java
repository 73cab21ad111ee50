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

    // of the call that runs
    private float[] row = {};
    private int start;
    private float max;
    private double total;

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
        prepare(logits, offset, params, allowed, history, historyLength, promptLength);
        if (params.temperature() == 0f) {
            return best();
        }
        double uniform = PositionRandom.uniform(params.seed(), position, Purpose.SAMPLE);
        return truncate(params) ? shortlist.draw(uniform) : drawFromAll(uniform * total);
    }

    /** What {@link #sample} draws from with the same arguments. Costs as much as a draw, and sorts the ids that truncation leaves. */
    public TokenDistribution distribution(
            float[] logits,
            int offset,
            SamplingParams params,
            @Nullable TokenMask allowed,
            int[] history,
            int historyLength,
            int promptLength) {
        prepare(logits, offset, params, allowed, history, historyLength, promptLength);
        if (params.temperature() == 0f) {
            return TokenDistribution.certain(best());
        }
        if (truncate(params)) {
            return shortlist.distribution();
        }
        float[] probabilities = new float[vocabularySize];
        writeAll(probabilities);
        return new TokenDistribution.Dense(probabilities);
    }

    /** As {@link #distribution}, to the elements of an array of the vocabulary's size. */
    void writeDistribution(
            float[] logits,
            int offset,
            SamplingParams params,
            @Nullable TokenMask allowed,
            int[] history,
            int historyLength,
            int promptLength,
            float[] probabilities) {
        prepare(logits, offset, params, allowed, history, historyLength, promptLength);
        if (params.temperature() == 0f) {
            Arrays.fill(probabilities, 0);
            probabilities[best()] = 1;
        } else if (truncate(params)) {
            shortlist.writeTo(probabilities);
        } else {
            writeAll(probabilities);
        }
    }

    /** The row after penalties and mask, and its largest element. */
    private void prepare(
            float[] logits,
            int offset,
            SamplingParams params,
            @Nullable TokenMask allowed,
            int[] history,
            int historyLength,
            int promptLength) {
        row = logits;
        start = offset;
        if (allowed != null || params.changesLogits()) {
            System.arraycopy(logits, offset, adjusted, 0, vocabularySize);
            adjuster.apply(adjusted, params, history, historyLength, promptLength);
            if (allowed != null) {
                takeOut(allowed);
            }
            row = adjusted;
            start = 0;
        }
        max = kernel.max(row, start, vocabularySize);
        if (!Float.isFinite(max)) {
            throw InvalidLogitsException.of(row, start, vocabularySize);
        }
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

    /** True if the ids that may be drawn are on the shortlist; false if they are all, with their weights. */
    private boolean truncate(SamplingParams params) {
        float scale = Math.min(1f / params.temperature(), Float.MAX_VALUE);
        if (params.topK() > 0 && params.topK() < vocabularySize) {
            listTopK(scale, params.topK());
            if (params.topP() < 1f) {
                shortlist.keepMass(params.topP());
            }
        } else if (params.topP() < 1f) {
            double mass = kernel.exponentials(row, start, vocabularySize, max, scale, weights);
            nucleus.select(weights, vocabularySize, mass, params.topP(), shortlist);
        } else if (params.minP() > 0f) {
            listFrom(max + Math.log(params.minP()) / scale, scale);
        } else {
            total = kernel.exponentials(row, start, vocabularySize, max, scale, weights);
            return false;
        }
        if (params.minP() > 0f) {
            shortlist.keepAtLeast(params.minP());
        }
        return true;
    }

    private void writeAll(float[] probabilities) {
        for (int id = 0; id < vocabularySize; id++) {
            probabilities[id] = (float) (weights[id] / total);
        }
    }

    /** Best first. */
    private void listTopK(float scale, int k) {
        topTokens.select(row, start, vocabularySize, k);
        shortlist.clear();
        for (int rank = 0; rank < topTokens.size(); rank++) {
            int id = topTokens.id(rank);
            shortlist.add(id, weight(row[start + id], scale));
        }
    }

    /** All ids whose logit is at least {@code lowest}. */
    private void listFrom(double lowest, float scale) {
        shortlist.clear();
        for (int id = 0; id < vocabularySize; id++) {
            if (row[start + id] >= lowest) {
                shortlist.add(id, weight(row[start + id], scale));
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

    private int best() {
        int id = 0;
        while (row[start + id] != max) {
            id++;
        }
        return id;
    }

    private double weight(float logit, float scale) {
        return Math.exp(((double) logit - max) * scale);
    }
}
