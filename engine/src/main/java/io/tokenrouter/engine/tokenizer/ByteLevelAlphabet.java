package io.tokenrouter.engine.tokenizer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The 256 characters by which byte-level vocabularies spell bytes (Radford et al., GPT-2, 2019): printable characters of
 * Latin-1 stand for themselves, the other bytes in ascending order for U+0100, U+0101, ...
 */
final class ByteLevelAlphabet {

    private static final int BYTES = 256;
    private static final int NOT_IN_ALPHABET = -1;
    private static final int[] BYTE_OF_CHAR = byteOfChar();

    private ByteLevelAlphabet() {}

    /** The bytes that a token stands for. A character outside the alphabet stands for its own UTF-8 form. */
    static byte[] decode(String piece) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(piece.length());
        piece.codePoints().forEach(character -> {
            int value = character < BYTE_OF_CHAR.length ? BYTE_OF_CHAR[character] : NOT_IN_ALPHABET;
            if (value == NOT_IN_ALPHABET) {
                bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
            } else {
                bytes.write(value);
            }
        });
        return bytes.toByteArray();
    }

    private static int[] byteOfChar() {
        int[] table = new int[2 * BYTES];
        Arrays.fill(table, NOT_IN_ALPHABET);
        int next = BYTES;
        for (int value = 0; value < BYTES; value++) {
            table[standsForItself(value) ? value : next++] = value;
        }
        return table;
    }

    private static boolean standsForItself(int value) {
        return (value >= '!' && value <= '~') || (value >= 0xA1 && value <= 0xAC) || (value >= 0xAE && value <= 0xFF);
    }
}
