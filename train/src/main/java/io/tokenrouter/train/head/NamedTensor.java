package io.tokenrouter.train.head;

/**
 * Numbers of a file.
 *
 * @param rows 0 for a vector
 */
record NamedTensor(String name, int rows, float[] values) {

    int columns() {
        return rows == 0 ? values.length : values.length / rows;
    }
}
