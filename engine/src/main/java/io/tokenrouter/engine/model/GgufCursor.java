package io.tokenrouter.engine.model;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads the little-endian header of a GGUF file from front to back. Every length and count in it is untrusted: nothing is
 * read or allocated before it is known to lie inside the file.
 */
final class GgufCursor {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment file;
    private long position;

    GgufCursor(MemorySegment file) {
        this.file = file;
    }

    long position() {
        return position;
    }

    long remaining() {
        return file.byteSize() - position;
    }

    /** A 32-bit field. {@code what} names it in the refusal of a file that ends here. */
    int int32(String what) {
        return file.get(INT, advance(Integer.BYTES, what));
    }

    /** An unsigned 64-bit field; a value of 2^63 or more comes back negative. */
    long uint64(String what) {
        return file.get(LONG, advance(Long.BYTES, what));
    }

    /** A string behind its length. */
    String string(String what, long maxBytes) {
        long length = uint64(what);
        if (length < 0 || length > maxBytes) {
            throw new ModelFormatException("the length of " + what + " is " + Long.toUnsignedString(length)
                    + " bytes; at most " + maxBytes + " are allowed");
        }
        long start = advance(length, what);
        byte[] bytes = file.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Steps over {@code bytes} bytes and returns where they begin. */
    long advance(long bytes, String what) {
        if (bytes < 0 || bytes > remaining()) {
            throw new ModelFormatException("the file ends inside " + what + ": " + Long.toUnsignedString(bytes)
                    + " bytes are wanted at offset " + position + ", " + remaining() + " are left");
        }
        long start = position;
        position += bytes;
        return start;
    }

    /** The bytes from {@code start} to the current position. */
    MemorySegment since(long start) {
        return file.asSlice(start, position - start);
    }
}
