package io.tokenrouter.engine.model;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One metadata value, still in the file: it costs no heap until somebody asks for it.
 *
 * @param key for messages
 * @param type of the value, or of the elements of an array
 * @param array whether it is an array
 * @param count elements; 1 for a scalar
 * @param data the elements as stored, checked to be whole
 */
record GgufValue(String key, GgufType type, boolean array, int count, MemorySegment data) {

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ORDER);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ORDER);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ORDER);
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ORDER);
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ORDER);

    /** @throws ModelFormatException unless it is one integer, at most 2^63 - 1 */
    long integer() {
        expect(!array && type.isInteger(), "an integer");
        return integerAt(0);
    }

    /** @throws ModelFormatException unless it is one number */
    double number() {
        expect(!array && (type.isFloat() || type.isInteger()), "a number");
        return numberAt(0);
    }

    /** @throws ModelFormatException unless it is one boolean, stored as 0 or 1 */
    boolean bool() {
        expect(!array && type == GgufType.BOOL, "a boolean");
        byte stored = data.get(ValueLayout.JAVA_BYTE, 0);
        expect(stored == 0 || stored == 1, "0 or 1");
        return stored == 1;
    }

    /** @throws ModelFormatException unless it is one string */
    String string() {
        expect(!array && type == GgufType.STRING, "a string");
        return strings(1).getFirst();
    }

    /** @throws ModelFormatException unless it is an array of strings */
    List<String> strings() {
        expect(array && type == GgufType.STRING, "an array of strings");
        return strings(count);
    }

    /** @throws ModelFormatException unless it is an array of integers of 32 bits */
    int[] integers() {
        expect(array && type.isInteger(), "an array of integers");
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            long value = integerAt(i);
            expect(value == (int) value, "an array of 32-bit integers");
            values[i] = (int) value;
        }
        return values;
    }

    /** @throws ModelFormatException unless it is an array of numbers */
    float[] numbers() {
        expect(array && (type.isFloat() || type.isInteger()), "an array of numbers");
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) numberAt(i);
        }
        return values;
    }

    private List<String> strings(int number) {
        List<String> values = new ArrayList<>(number);
        long at = 0;
        for (int i = 0; i < number; i++) {
            long length = data.get(LONG, at);
            byte[] bytes = data.asSlice(at + Long.BYTES, length).toArray(ValueLayout.JAVA_BYTE);
            values.add(bytes.length == 0 ? "" : new String(bytes, StandardCharsets.UTF_8));
            at += Long.BYTES + length;
        }
        return Collections.unmodifiableList(values);
    }

    private double numberAt(int index) {
        return switch (type) {
            case FLOAT32 -> data.get(FLOAT, (long) index * Float.BYTES);
            case FLOAT64 -> data.get(DOUBLE, (long) index * Double.BYTES);
            default -> integerAt(index);
        };
    }

    private long integerAt(int index) {
        long at = (long) index * type.bytes();
        return switch (type) {
            case UINT8 -> Byte.toUnsignedLong(data.get(ValueLayout.JAVA_BYTE, at));
            case INT8 -> data.get(ValueLayout.JAVA_BYTE, at);
            case UINT16 -> Short.toUnsignedLong(data.get(SHORT, at));
            case INT16 -> data.get(SHORT, at);
            case UINT32 -> Integer.toUnsignedLong(data.get(INT, at));
            case INT32 -> data.get(INT, at);
            case INT64 -> data.get(LONG, at);
            case UINT64 -> {
                long value = data.get(LONG, at);
                expect(value >= 0, "below 2^63");
                yield value;
            }
            default -> throw new IllegalStateException(type + " is no integer");
        };
    }

    private void expect(boolean condition, String wanted) {
        if (!condition) {
            throw new ModelFormatException(
                    "the metadata key " + key + " is " + (array ? "an array of " : "") + type + ", not " + wanted);
        }
    }
}
