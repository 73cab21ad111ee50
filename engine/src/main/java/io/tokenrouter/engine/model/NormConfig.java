package io.tokenrouter.engine.model;

/**
 * The RMSNorms of the residual stream.
 *
 * @param epsilon added to the mean square before the root
 * @param placement where a block has them
 * @param weightOffset added to every stored weight of a norm: 1 where files hold the weights less one, else 0
 */
public record NormConfig(float epsilon, Placement placement, float weightOffset) {

    /** Attention and feed-forward are branches of the residual stream; the norms are on their way in or out. */
    public enum Placement {
        /** On the input of a branch. */
        BEFORE,
        /** On the output of a branch, before it is added. */
        AFTER,
        /** On both. */
        BOTH;

        public boolean before() {
            return this != AFTER;
        }

        public boolean after() {
            return this != BEFORE;
        }
    }
}
