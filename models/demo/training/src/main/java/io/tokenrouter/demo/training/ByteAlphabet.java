package io.tokenrouter.demo.training;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * GPT-2's spelling of bytes as printable characters: bytes that print stand for themselves, the others for U+0100 and up in
 * their order. A space is spelled {@code Ġ}.
 */
final class ByteAlphabet {

    private static final char[] SPELLED = new char[256];
    private static final Map<Character, Integer> BYTES = new HashMap<>();

    static {
        int next = 256;
        for (int b = 0; b < SPELLED.length; b++) {
            SPELLED[b] = (char) (prints(b) ? b : next++);
            BYTES.put(SPELLED[b], b);
        }
    }

    private ByteAlphabet() {}

    private static boolean prints(int b) {
        return b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE;
    }

    /** The 256 characters, each a token of its own, in the order of their code points. */
    static List<String> letters() {
        List<String> letters = new ArrayList<>();
        for (char c : SPELLED) {
            letters.add(Character.toString(c));
        }
        Collections.sort(letters);
        return letters;
    }

    static String spell(String text) {
        StringBuilder spelled = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            spelled.append(SPELLED[Byte.toUnsignedInt(b)]);
        }
        return spelled.toString();
    }

    static void unspell(String spelled, ByteArrayOutputStream bytes) {
        for (int i = 0; i < spelled.length(); i++) {
            bytes.write(BYTES.get(spelled.charAt(i)));
        }
    }
}
