package io.tokenrouter.engine.sampling;

import org.jspecify.annotations.Nullable;

/** Computes {@link RowSignals}. Allocates the result only; one instance per thread. */
public final class RowAnalyzer {

    private static final int FOR_MARGIN = 2;
    private static final int[] NO_IDS = {};
    private static final float[] NO_LOGPROBS = {};

    private final int vocabularySize;
    private final SoftmaxKernel kernel;
    private final TopTokens top = new TopTokens();
    private final double[] moments = new double[2];

    /** @param vocabularySize logits of a row that count; a row may be longer, its rest is padding */
    public RowAnalyzer(int vocabularySize, SoftmaxKernel kernel) {
        this.vocabularySize = vocabularySize;
        this.kernel = kernel;
    }

    /** As below, reporting the most probable tokens. */
    public RowSignals analyze(float[] logits, int offset, int topK, boolean logU, int token) {
        return analyze(logits, offset, topK, logU, null, token);
    }

    /**
     * @param logits holds the row; not changed
     * @param offset index of the logit of id 0
     * @param topK most probable tokens wanted, at least 0; no more come back than have a probability above 0
     * @param logU whether LogU is wanted
     * @param scored ids to report in place of the most probable ones, in this order; null for these
     * @param token id whose log-probability is wanted
     * @throws InvalidLogitsException if the row has NaN or positive infinity, or negative infinity everywhere
     */
    public RowSignals analyze(float[] logits, int offset, int topK, boolean logU, int @Nullable [] scored, int token) {
        float max = kernel.max(logits, offset, vocabularySize);
        if (!Float.isFinite(max)) {
            throw InvalidLogitsException.of(logits, offset, vocabularySize);
        }
        kernel.moments(logits, offset, vocabularySize, max, moments);
        double logSum = Math.log(moments[0]);
        double entropy = logSum - moments[1] / moments[0];
        top.select(logits, offset, vocabularySize, Math.max(topK, logU ? LogU.EVIDENCE : FOR_MARGIN));

        double topProb = 1 / moments[0];
        double secondProb = top.size() > 1 ? Math.exp((double) logits[offset + top.id(1)] - max) / moments[0] : 0;
        LogU evidence = logU ? LogU.of(logits, offset, top) : LogU.UNDEFINED;

        int[] reported = scored == null ? best(logits, offset, topK) : scored.clone();
        float[] logprobs = reported.length == 0 ? NO_LOGPROBS : new float[reported.length];
        for (int i = 0; i < reported.length; i++) {
            logprobs[i] = logprob(logits[offset + reported[i]], max, logSum);
        }
        return new RowSignals(
                logprob(logits[offset + token], max, logSum),
                (float) Math.max(entropy, 0),
                (float) topProb,
                (float) (topProb - secondProb),
                evidence.aleatoric(),
                evidence.epistemic(),
                reported,
                logprobs);
    }

    private int[] best(float[] logits, int offset, int topK) {
        int size = Math.min(topK, top.size());
        while (size > 0 && logits[offset + top.id(size - 1)] == Float.NEGATIVE_INFINITY) {
            size--;
        }
        int[] ids = size == 0 ? NO_IDS : new int[size];
        for (int rank = 0; rank < size; rank++) {
            ids[rank] = top.id(rank);
        }
        return ids;
    }

    private static float logprob(float logit, float max, double logSum) {
        return (float) ((double) logit - max - logSum);
    }
}
