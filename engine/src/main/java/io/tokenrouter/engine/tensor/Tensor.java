package io.tokenrouter.engine.tensor;

import java.lang.foreign.MemorySegment;

/**
 * A read-only view of stored weights: a vector ({@code rows == 1}) or a matrix of {@code rows} outputs times
 * {@code columns} inputs, row by row.
 *
 * @param name as in the file
 * @param data exactly {@code rows * format.bytesFor(columns)} bytes; mapped or native memory, no alignment promised
 */
public record Tensor(String name, TensorFormat format, int rows, int columns, MemorySegment data) {

    public Tensor {
        long bytes = Math.multiplyExact((long) rows, format.bytesFor(columns));
        if (data.byteSize() != bytes) {
            throw new IllegalArgumentException(name + " has " + data.byteSize() + " bytes, not " + bytes);
        }
    }

    /** A view of the rows from {@code from} to the one before {@code to}. */
    public Tensor slice(int from, int to) {
        MemorySegment part = data.asSlice(from * rowBytes(), (to - from) * rowBytes());
        return new Tensor(name, format, to - from, columns, part);
    }

    /** Bytes of one row. */
    public long rowBytes() {
        return format.bytesFor(columns);
    }
}
