package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.Vocabulary;
import java.nio.charset.StandardCharsets;

/**
 * One token on its own.
 *
 * @param text U+FFFD stands for part of a character
 * @param bytes unsigned
 */
record TokenText(String text, int[] bytes) {

    static TokenText of(int id, Vocabulary vocabulary) {
        byte[] raw = vocabulary.bytes(id);
        int[] bytes = new int[raw.length];
        for (int i = 0; i < raw.length; i++) {
            bytes[i] = Byte.toUnsignedInt(raw[i]);
        }
        return new TokenText(new String(raw, StandardCharsets.UTF_8), bytes);
    }
}
