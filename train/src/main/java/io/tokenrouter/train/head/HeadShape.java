package io.tokenrouter.train.head;

/**
 * Sizes of a residual router.
 *
 * @param hidden width of the small model's hidden states
 * @param topLogits largest logits that it reads
 * @param width of its blocks; inside, a block is four times as wide
 * @param blocks how many
 */
public record HeadShape(int hidden, int topLogits, int width, int blocks) {

    /** How many times wider a block is inside. */
    static final int INNER = 4;

    /** Numbers of an example: hidden state, embedding of the token, largest logits. */
    public int features() {
        return 2 * hidden + topLogits;
    }
}
