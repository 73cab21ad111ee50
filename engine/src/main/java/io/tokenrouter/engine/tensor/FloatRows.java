package io.tokenrouter.engine.tensor;

/**
 * Rows of floats of one length, the activations of a step: row {@code i} starts at {@code i * stride}.
 *
 * @param values all rows; shared, not copied
 * @param stride floats from one row to the next
 */
public record FloatRows(float[] values, int stride) {

    /**
     * Zeroed rows.
     *
     * @throws IllegalArgumentException if they do not fit one Java array
     */
    public static FloatRows allocate(String what, int rows, int width) {
        long floats = (long) rows * width;
        if (floats > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    what + " needs " + rows + " x " + width + " floats, more than one array can hold");
        }
        return new FloatRows(new float[(int) floats], width);
    }

    /** Index of the first float of a row. */
    public int offset(int row) {
        return row * stride;
    }
}
