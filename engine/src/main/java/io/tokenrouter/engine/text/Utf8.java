package io.tokenrouter.engine.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Strict UTF-8. */
public final class Utf8 {

    private static final int MAX_SEQUENCE = 4;
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** The bytes of a text; nothing if it has half a surrogate pair, which has no encoding. */
    public static Optional<byte[]> encode(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return Optional.of(bytes);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The same text with U+FFFD for each half of a surrogate pair. */
    public static String wellFormed(String text) {
        StringBuilder repaired = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                continue;
            }
            if (repaired == null) {
                repaired = new StringBuilder(text);
            }
            repaired.setCharAt(i, REPLACEMENT);
        }
        return repaired == null ? text : repaired.toString();
    }

    /**
     * How many of the last bytes begin a character that more bytes could complete: 0 to 3. Bytes that no continuation can
     * repair do not count, save an encoded surrogate: the JDK's decoder tells it at its third byte and makes one U+FFFD of
     * the three, and text decoded in pieces must equal text decoded at once.
     *
     * @param length how many of {@code bytes} count
     */
    public static int unfinished(byte[] bytes, int length) {
        for (int tail = 1; tail < MAX_SEQUENCE && tail <= length; tail++) {
            int lead = bytes[length - tail] & 0xFF;
            if (lead >= 0x80 && lead < 0xC0) {
                continue;
            }
            boolean shorterThanItsLead = tail < sequenceLength(lead);
            boolean possible = tail == 1 || secondByteFits(lead, bytes[length - tail + 1] & 0xFF);
            return shorterThanItsLead && possible ? tail : 0;
        }
        return 0;
    }

    /** Bytes of a sequence by its first byte; 1 for bytes that begin none. */
    private static int sequenceLength(int lead) {
        if (lead >= 0xC2 && lead < 0xE0) {
            return 2;
        }
        if (lead >= 0xE0 && lead < 0xF0) {
            return 3;
        }
        return lead >= 0xF0 && lead < 0xF5 ? 4 : 1;
    }

    /** Overlong forms and code points beyond U+10FFFF show in the second byte (Unicode, table 3-7). */
    private static boolean secondByteFits(int lead, int second) {
        return switch (lead) {
            case 0xE0 -> second >= 0xA0;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second < 0x90;
            default -> true;
        };
    }
}
