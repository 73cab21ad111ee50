package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.Vocabulary;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The last characters of a run of tokens. */
final class TailText {

    private static final int MOST_BYTES_OF_A_CHARACTER = 4;

    private TailText() {}

    /**
     * @param chars most characters (UTF-16 units) wanted
     * @return text of the last of {@code ids[from .. to)}; a character that is cut at either end is left out
     */
    static String of(Vocabulary vocabulary, int[] ids, int from, int to, int chars) {
        int first = to;
        int size = 0;
        while (first > from && size < (chars + 1L) * MOST_BYTES_OF_A_CHARACTER) {
            size += vocabulary.bytes(ids[--first]).length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (int i = first; i < to; i++) {
            bytes.put(vocabulary.bytes(ids[i]));
        }
        bytes.flip();
        if (first > from) {
            skipRestOfCharacter(bytes);
        }
        return last(chars, decodeComplete(bytes));
    }

    private static void skipRestOfCharacter(ByteBuffer bytes) {
        while (bytes.hasRemaining() && (bytes.get(bytes.position()) & 0xC0) == 0x80) {
            bytes.get();
        }
    }

    private static CharBuffer decodeComplete(ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer text = CharBuffer.allocate(bytes.remaining());
        decoder.decode(bytes, text, false);
        return text.flip();
    }

    private static String last(int chars, CharBuffer text) {
        int start = Math.max(0, text.length() - chars);
        boolean splitsPair = start > 0 && start < text.length() && Character.isLowSurrogate(text.charAt(start));
        return text.subSequence(splitsPair ? start + 1 : start, text.length()).toString();
    }
}
