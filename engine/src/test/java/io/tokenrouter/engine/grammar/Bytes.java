package io.tokenrouter.engine.grammar;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Byte strings of tests. */
final class Bytes {

    private Bytes() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
