package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.sampling.AcceptRule;
import java.util.List;

/**
 * What a model is given: a view to extend, and what it is to do with it.
 *
 * @param view ids the model sees before its first new token
 * @param newTokens most tokens to write; an end token, {@code stop}, and the request's own stop strings, stop ids and budget cut it
 *     short. At least 1 for {@link Op.Sample}, 0 for {@link Op.Score}, else 1
 * @param stop what cuts it short
 * @param op what it does
 */
public record Ask(View view, int newTokens, Stop stop, Op op) {

    private static final Ask NEXT = new Ask(View.ALL, 1, Stop.NEVER, Op.SAMPLE);

    public Ask {
        boolean scores = op instanceof Op.Score;
        if (scores ? newTokens != 0 : newTokens < 1) {
            throw new IllegalArgumentException(
                    "newTokens must be " + (scores ? "0 for a score" : "at least 1") + ", not " + newTokens);
        }
        if (newTokens > 1 && !(op instanceof Op.Sample)) {
            throw new IllegalArgumentException("a model that judges or chooses writes one token, not " + newTokens);
        }
        if (op instanceof Op.Judge && !(view instanceof View.All)) {
            throw new IllegalArgumentException("what is judged must be seen");
        }
    }

    /** Everything, one token. */
    public static Ask next() {
        return NEXT;
    }

    /** Everything, up to n tokens. */
    public static Ask next(int n, Stop stop) {
        return new Ask(View.ALL, n, stop, Op.SAMPLE);
    }

    /**
     * The tail is judged: {@link Reply#accepted()} of its ids stand, and the reply's one token comes after them, in the place of the
     * first that does not or behind the last. {@link AcceptRule.Exact} and {@link AcceptRule.Cascade} need
     * {@link Signals#withDistribution()} of the role that drafts: without it a draft counts as one that nobody drew.
     */
    public static Ask verify(AcceptRule rule) {
        return new Ask(View.ALL, 1, Stop.NEVER, new Op.Judge(rule));
    }

    /**
     * A side branch: the reply's one step has the log-probabilities of the options, in their order, and as its token the most probable
     * of them. {@link Cause#NO_ROOM} where the model's context has no place for it.
     */
    public static Ask probe(List<Integer> suffix, List<Integer> options) {
        return new Ask(View.ALL, 1, Stop.NEVER, new Op.Choose(suffix, options));
    }

    /**
     * A score: the model reads everything and writes nothing. The reply's one step has the signals that the spec names for the role,
     * which are of the row behind the last id; a head that takes hidden states alone is a reward model there.
     */
    public static Ask score() {
        return new Ask(View.ALL, 0, Stop.NEVER, Op.SCORE);
    }

    /** The same of another view. */
    public Ask of(View other) {
        return new Ask(other, newTokens, stop, op);
    }
}
