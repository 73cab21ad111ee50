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
}
