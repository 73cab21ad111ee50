package io.tokenrouter.engine.model;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Walks the key-value section once, checks that every value is whole, and leaves the values where they are. The bounds are
 * far above any real file; they keep a hostile one from costing time or heap.
 */
final class GgufMetadataReader {

    private static final int MAX_KEYS = 65_536;
    private static final int MAX_KEY_BYTES = 65_535;
    private static final long MAX_SECTION_BYTES = 128L << 20;
    private static final int MAX_STRING_BYTES = 16 << 20;
    private static final int MAX_ARRAY_STRINGS = 1 << 20;
    private static final int MAX_ARRAY_NUMBERS = 1 << 24;
    private static final int MAX_NESTING = 4;

    private final GgufCursor cursor;
    private final long sectionStart;

    GgufMetadataReader(GgufCursor cursor) {
        this.cursor = cursor;
        this.sectionStart = cursor.position();
    }

    GgufMetadata read(long keys) {
        if (keys < 0 || keys > MAX_KEYS) {
            throw new ModelFormatException("the file claims " + Long.toUnsignedString(keys) + " metadata keys; at most "
                    + MAX_KEYS + " are allowed");
        }
        Map<String, GgufValue> values = new LinkedHashMap<>();
        for (int i = 0; i < keys; i++) {
            String key = cursor.string("the name of metadata key " + i, MAX_KEY_BYTES);
            String shown = Untrusted.name(key);
            GgufValue value = value(shown);
            if (values.put(key, value) != null) {
                throw new ModelFormatException("the metadata key " + shown + " is there twice");
            }
            checkSize("the metadata key " + shown);
        }
        return new GgufMetadata(values);
    }

    private GgufValue value(String key) {
        String what = "the metadata key " + key;
        GgufType type = GgufType.of(cursor.int32(what), what);
        boolean array = type == GgufType.ARRAY;
        int count = 1;
        if (array) {
            type = GgufType.of(cursor.int32(what), what);
            count = count(type, what);
        }
        long start = cursor.position();
        skip(type, count, what, 1);
        MemorySegment data = cursor.since(start);
        return new GgufValue(key, type, array, count, data);
    }

    private int count(GgufType elements, String what) {
        long count = cursor.uint64(what);
        int most = elements.bytes() == 0 ? MAX_ARRAY_STRINGS : MAX_ARRAY_NUMBERS;
        if (count < 0 || count > most) {
            throw new ModelFormatException(
                    what + " claims " + Long.toUnsignedString(count) + " elements; at most " + most + " are allowed");
        }
        return (int) count;
    }

    private void skip(GgufType type, int count, String what, int depth) {
        switch (type) {
            case STRING -> skipStrings(count, what);
            case ARRAY -> {
                if (depth >= MAX_NESTING) {
                    throw new ModelFormatException(what + " nests arrays deeper than " + MAX_NESTING);
                }
                for (int i = 0; i < count; i++) {
                    GgufType inner = GgufType.of(cursor.int32(what), what);
                    skip(inner, count(inner, what), what, depth + 1);
                    checkSize(what);
                }
            }
            default -> cursor.advance((long) count * type.bytes(), what);
        }
    }

    private void skipStrings(int count, String what) {
        for (int i = 0; i < count; i++) {
            long length = cursor.uint64(what);
            if (length < 0 || length > MAX_STRING_BYTES) {
                throw new ModelFormatException("a string of " + what + " claims " + Long.toUnsignedString(length)
                        + " bytes; at most " + MAX_STRING_BYTES + " are allowed");
            }
            cursor.advance(length, what);
            checkSize(what);
        }
    }

    /** Bounds the time that a long file can cost: the header is walked, the weights are not. */
    private void checkSize(String what) {
        if (cursor.position() - sectionStart > MAX_SECTION_BYTES) {
            throw new ModelFormatException("the metadata is larger than " + MAX_SECTION_BYTES + " bytes at " + what);
        }
    }
}
