package io.tokenrouter.demo.training;

import java.util.Map;

/**
 * Trained weights in Hugging Face's layout and names.
 *
 * @param tensors by name; matrices row by row, one row per output
 */
record Checkpoint(Shape shape, Map<String, float[]> tensors) {

    /** Sizes of a Llama model with tied embeddings. */
    record Shape(int vocabulary, int hidden, int layers, int heads, int kvHeads, int feedForward, int headDim) {}

    float[] tensor(String name) {
        float[] values = tensors.get(name);
        if (values == null) {
            throw new IllegalArgumentException("the checkpoint has no tensor " + name);
        }
        return values;
    }
}
