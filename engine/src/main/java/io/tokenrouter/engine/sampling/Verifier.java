package io.tokenrouter.engine.sampling;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import org.jspecify.annotations.Nullable;

/**
 * Judges one drafted token by the row that the judging model has at its position. The random numbers are {@link PositionRandom}'s, so
 * the verdict depends on the arguments alone. Keeps scratch of the size of the vocabulary between calls; one instance per thread.
 */
public final class Verifier {

    /** The drafted token stands. */
    public static final int ACCEPTED = -1;

    private final int vocabularySize;
    private final SoftmaxKernel kernel;
    private final Sampler sampler;
    private final float[] judge;
    private final float[] residual;
    private final double[] moments = new double[2];

    /** @param sampler of the same thread and vocabulary */
    public Verifier(int vocabularySize, SoftmaxKernel kernel, Sampler sampler) {
        this.vocabularySize = vocabularySize;
        this.kernel = kernel;
        this.sampler = sampler;
        this.judge = new float[vocabularySize];
        this.residual = new float[vocabularySize];
    }

    /**
     * A drafted token and where it stands.
     *
     * @param token the drafted id
     * @param drawnFrom what it was drawn from; null for an id that nobody drew, which counts as certain
     * @param allowed ids that may stand at its position; null for all
     * @param position of the token, counted from the start of the prompt
     * @param history ids before it, prompt first
     * @param promptLength how many of these are prompt
     */
    public record Draft(
            int token,
            @Nullable TokenDistribution drawnFrom,
            @Nullable TokenMask allowed,
            int position,
            int[] history,
            int promptLength) {

        /**
         * Whether it could have been written at all.
         *
         * @param logits holds the judge's row before it
         */
        public boolean mayStand(float[] logits, int offset) {
            return (allowed == null || allowed.allows(token)) && logits[offset + token] != Float.NEGATIVE_INFINITY;
        }

        private TokenDistribution source() {
            return drawnFrom == null ? TokenDistribution.certain(token) : drawnFrom;
        }
    }

    /**
     * @param logits holds the judge's row; not changed
     * @param offset index of the logit of id 0
     * @return {@link #ACCEPTED}, or the id that takes the draft's place
     * @throws InvalidLogitsException as {@link Sampler#sample}
     */
    public int judge(float[] logits, int offset, AcceptRule rule, SamplingParams params, Draft draft) {
        return switch (rule) {
            // what a head may still let stand is for the executor to find out
            case AcceptRule.Greedy ignored -> own(logits, offset, params, draft);
            case AcceptRule.ByHead ignored -> own(logits, offset, params, draft);
            case AcceptRule.MaxLoss bound ->
                draft.mayStand(logits, offset) && loss(logits, offset, draft.token()) <= bound.nats()
                        ? ACCEPTED
                        : own(logits, offset, params, draft);
            case AcceptRule.Exact ignored -> {
                write(logits, offset, params, draft);
                yield exact(params, draft);
            }
            case AcceptRule.Cascade cascade -> {
                write(logits, offset, params, draft);
                yield cascade(cascade, draft.mayStand(logits, offset), params, draft);
            }
        };
    }

    /**
     * The same by what the judge would draw its own token from, where the rule needs nothing else of its row: {@link AcceptRule.Exact} and
     * {@link AcceptRule.Cascade}.
     *
     * @param mayStand whether the draft is allowed and possible at all
     */
    public int judge(TokenDistribution own, AcceptRule rule, SamplingParams params, Draft draft, boolean mayStand) {
        own.writeTo(judge);
        return switch (rule) {
            case AcceptRule.Exact ignored -> exact(params, draft);
            case AcceptRule.Cascade cascade -> cascade(cascade, mayStand, params, draft);
            default -> throw new IllegalArgumentException(rule + " needs the row");
        };
    }

    private int own(float[] logits, int offset, SamplingParams params, Draft draft) {
        int token = sampler.sample(
                logits,
                offset,
                params,
                draft.allowed(),
                draft.position(),
                draft.history(),
                draft.position(),
                draft.promptLength());
        return token == draft.token() ? ACCEPTED : token;
    }

    private void write(float[] logits, int offset, SamplingParams params, Draft draft) {
        sampler.writeDistribution(
                logits,
                offset,
                params,
                draft.allowed(),
                draft.history(),
                draft.position(),
                draft.promptLength(),
                judge);
    }

    private int exact(SamplingParams params, Draft draft) {
        TokenDistribution source = draft.source();
        double uniform = PositionRandom.uniform(params.seed(), draft.position(), Purpose.ACCEPT);
        if (uniform * source.probability(draft.token()) < judge[draft.token()]) {
            return ACCEPTED;
        }
        System.arraycopy(judge, 0, residual, 0, vocabularySize);
        source.subtractFrom(residual);
        double total = keepPositive(residual);
        // rounding may leave nothing where p and q are equal but for it
        return total > 0 ? draw(residual, total, params, draft) : draw(judge, sum(judge), params, draft);
    }

    private int cascade(AcceptRule.Cascade rule, boolean mayStand, SamplingParams params, Draft draft) {
        TokenDistribution source = draft.source();
        float most = max(judge);
        float alpha = rule.alpha();
        boolean trusted = mayStand
                && switch (rule.deferral()) {
                    case CHOW -> source.largest() >= 1 - alpha;
                    case DIFFERENCE -> most <= source.largest() + alpha;
                    case OPTIMAL -> source.largest() >= most - alpha * totalVariation(source);
                    case TOKEN -> judge[draft.token()] >= most - alpha;
                    case TOKEN_RELATIVE -> judge[draft.token()] >= (1 - alpha) * most;
                };
        if (trusted) {
            return ACCEPTED;
        }
        return switch (rule.deferral()) {
            case CHOW, DIFFERENCE, OPTIMAL -> exact(params, draft);
            case TOKEN, TOKEN_RELATIVE -> draw(judge, sum(judge), params, draft);
        };
    }

    private double loss(float[] logits, int offset, int token) {
        float max = kernel.max(logits, offset, vocabularySize);
        if (!Float.isFinite(max)) {
            throw InvalidLogitsException.of(logits, offset, vocabularySize);
        }
        kernel.moments(logits, offset, vocabularySize, max, moments);
        return Math.log(moments[0]) - ((double) logits[offset + token] - max);
    }

    /** {@code 1/2 sum |p - q|}, which is the mass that p has above q. */
    private double totalVariation(TokenDistribution source) {
        System.arraycopy(judge, 0, residual, 0, vocabularySize);
        source.subtractFrom(residual);
        return keepPositive(residual);
    }

    private int draw(float[] weights, double total, SamplingParams params, Draft draft) {
        double point = total * PositionRandom.uniform(params.seed(), draft.position(), Purpose.REPLACE);
        double mass = 0;
        int last = draft.token();
        for (int id = 0; id < vocabularySize && mass <= point; id++) {
            if (weights[id] > 0) {
                last = id;
                mass += weights[id];
            }
        }
        return last == draft.token() ? ACCEPTED : last;
    }

    private static double keepPositive(float[] values) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.max(values[i], 0);
            sum += values[i];
        }
        return sum;
    }

    private static double sum(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += value;
        }
        return sum;
    }

    private static float max(float[] values) {
        float most = 0;
        for (float value : values) {
            most = Math.max(most, value);
        }
        return most;
    }
}
