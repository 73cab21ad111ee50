package io.tokenrouter.engine.model;

/** The types of metadata values, in the order of their numbers in the file. */
enum GgufType {
    UINT8(1),
    INT8(1),
    UINT16(2),
    INT16(2),
    UINT32(4),
    INT32(4),
    FLOAT32(4),
    BOOL(1),
    STRING(0),
    ARRAY(0),
    UINT64(8),
    INT64(8),
    FLOAT64(8);

    private static final GgufType[] BY_NUMBER = values();

    private final int bytes;

    GgufType(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one value; 0 where values differ in size. */
    int bytes() {
        return bytes;
    }

    boolean isInteger() {
        return switch (this) {
            case UINT8, INT8, UINT16, INT16, UINT32, INT32, UINT64, INT64 -> true;
            default -> false;
        };
    }

    boolean isFloat() {
        return this == FLOAT32 || this == FLOAT64;
    }

    static GgufType of(int number, String what) {
        if (number < 0 || number >= BY_NUMBER.length) {
            throw new ModelFormatException(what + " has the unknown value type " + Integer.toUnsignedString(number));
        }
        return BY_NUMBER[number];
    }
}
