package io.tokenrouter.engine.sampling;

/**
 * When a model that judges drafted tokens lets one stand. In all of them p is the distribution that the judge would draw the token
 * from and q the one that it was drawn from, both as the request asks for: after penalties, masks, temperature and truncation.
 */
public sealed interface AcceptRule {

    /** Every accepted draft is the token that the judge would have written itself. */
    AcceptRule GREEDY = new Greedy();

    /** The answer is distributed as the judge's alone. */
    AcceptRule EXACT = new Exact();

    /**
     * A draft stands where the judge, drawing for itself, gets the same token. With the same seed the answer has the same ids as the
     * judge's alone, at any temperature.
     */
    record Greedy() implements AcceptRule {}

    /**
     * Speculative sampling (Leviathan et al., arXiv 2211.17192): a draft stands with probability {@code min(1, p / q)}; one that does
     * not is replaced by a draw from {@code max(p - q, 0)}, normalised.
     */
    record Exact() implements AcceptRule {}

    /**
     * Speculative cascades (Narasimhan et al., arXiv 2405.19261): where the drafting model may be trusted its token stands, elsewhere
     * the judge's distribution decides.
     *
     * @param deferral where it may not be trusted
     * @param alpha what the judge's greater quality is worth, 0 to 1; 0 trusts least
     */
    record Cascade(Deferral deferral, float alpha) implements AcceptRule {
        public Cascade {
            if (!(alpha >= 0 && alpha <= 1)) {
                throw new IllegalArgumentException("alpha must be from 0 to 1, not " + alpha);
            }
        }
    }

    /** Where a cascade goes on to the judge. {@code TV} is the total variation distance of p and q. */
    enum Deferral {
        /** {@code max q < 1 - alpha}. */
        CHOW,
        /** {@code max p > max q + alpha}. */
        DIFFERENCE,
        /** {@code max q < max p - alpha TV}. */
        OPTIMAL,
        /** Token by token: {@code p(token) < max p - alpha}. */
        TOKEN,
        /** Token by token: {@code p(token) < (1 - alpha) max p}. */
        TOKEN_RELATIVE
    }

    /**
     * A draft stands where its loss under the judge's raw logits is small enough (BiLD, Kim et al., arXiv 2302.07863); one that does not
     * is replaced by what the judge draws.
     *
     * @param nats most {@code -ln p(token)}, at least 0
     */
    record MaxLoss(float nats) implements AcceptRule {
        public MaxLoss {
            if (!(nats >= 0)) {
                throw new IllegalArgumentException("the largest loss must be at least 0 nats, not " + nats);
            }
        }
    }

    /**
     * A draft stands where the judge, drawing for itself, gets the same token, or where a network finds that another one does not matter
     * (judge decoding; AutoJudge, Garipov et al., arXiv 2504.20039). The network is the first of the judge's heads; it reads the judge's
     * row before the draft, and the draft. A number that is not defined ends the request.
     *
     * @param headId of the network, for errors
     * @param below what its number must be below for the draft to stand, at least 0; with 0 the rule is {@link Greedy}
     */
    record ByHead(String headId, float below) implements AcceptRule {
        public ByHead {
            if (!(below >= 0)) {
                throw new IllegalArgumentException(
                        "the head's number must be below a bound of at least 0, not " + below);
            }
        }
    }
}
