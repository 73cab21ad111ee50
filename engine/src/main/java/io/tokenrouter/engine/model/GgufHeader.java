package io.tokenrouter.engine.model;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The bytes of a GGUF header as they are written: little-endian numbers and strings behind their lengths. */
final class GgufHeader {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    GgufHeader type(GgufType type) {
        return int32(type.ordinal());
    }

    GgufHeader int8(int value) {
        bytes.write(value);
        return this;
    }

    GgufHeader int32(int value) {
        return littleEndian(value, Integer.BYTES);
    }

    GgufHeader int64(long value) {
        return littleEndian(value, Long.BYTES);
    }

    GgufHeader string(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int64(utf8.length);
        bytes.writeBytes(utf8);
        return this;
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    private GgufHeader littleEndian(long value, int width) {
        for (int i = 0; i < width; i++) {
            bytes.write((int) (value >>> (Byte.SIZE * i)));
        }
        return this;
    }
}
