package io.tokenrouter.engine.heads;

/**
 * Something that an executor computes of a row, of what never leaves its device: the hidden state after the final norm, the
 * embedding of the token that was chosen, and the largest raw logits. It runs on the whole batch of rows that ask for it.
 * Immutable; executors may keep by identity what they prepared for one.
 */
public sealed interface Head permits RowInputs, RouterNet {

    /** Width of the hidden states that it reads; 0 for any. */
    int hiddenSize();

    /** Largest raw logits that it reads, largest first; 0 for none. */
    int topLogits();

    /**
     * Whether rows of a model have what it reads.
     *
     * @param hiddenNumbers width of the model's hidden states
     * @param logits how many of a row's logits are finite: ids that may be drawn
     * @throws IllegalArgumentException saying why it cannot run
     */
    default void requireFits(int hiddenNumbers, int logits) {
        if (hiddenSize() != 0 && hiddenSize() != hiddenNumbers) {
            throw new IllegalArgumentException(
                    "it reads hidden states of " + hiddenSize() + " numbers; the model's have " + hiddenNumbers);
        }
        if (topLogits() > logits) {
            throw new IllegalArgumentException("it reads " + topLogits() + " logits; the model has " + logits);
        }
    }

    /** Numbers that it gives of a row of a model with hidden states of this width. */
    default int numbers(int hiddenNumbers) {
        return this instanceof RowInputs inputs ? hiddenNumbers + inputs.topLogits() : 1;
    }
}
