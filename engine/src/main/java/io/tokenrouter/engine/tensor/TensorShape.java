package io.tokenrouter.engine.tensor;

/**
 * A tensor without its numbers.
 *
 * @param rows outputs; 1 for a vector
 * @param columns inputs
 */
public record TensorShape(TensorFormat format, int rows, int columns) {

    /** Size as it lies in a file. */
    public long bytes() {
        return rows * format.bytesFor(columns);
    }
}
