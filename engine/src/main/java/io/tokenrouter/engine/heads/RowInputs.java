package io.tokenrouter.engine.heads;

/**
 * No network: gives what networks read, so that one can be trained on it. Its numbers are the hidden state and then the largest logits.
 *
 * @param topLogits how many of them, 0 to 1024
 */
public record RowInputs(int topLogits) implements Head {

    public RowInputs {
        if (topLogits < 0 || topLogits > 1024) {
            throw new IllegalArgumentException("topLogits must be from 0 to 1024, not " + topLogits);
        }
    }

    @Override
    public int hiddenSize() {
        return 0;
    }
}
