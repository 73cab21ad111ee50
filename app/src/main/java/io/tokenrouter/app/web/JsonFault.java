package io.tokenrouter.app.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.exc.MismatchedInputException;

/** What is wrong with a body that is no JSON, in words for its sender: where, and what stands there. */
public final class JsonFault {

    private static final int LONGEST_WORD = 20;

    /** What JavaScript and Python write for numbers that JSON has not; the parser points behind them. */
    private static final Set<String> NO_NUMBERS = Set.of("NaN", "Infinity", "INF");

    private JsonFault() {}

    /** For example {@code  at line 2, column 15: unexpected '}'.}, to follow what the sender is told first. */
    public static String describe(JacksonException fault, byte[] body) {
        TokenStreamLocation at = fault.getLocation();
        if (at == null) {
            return ".";
        }
        String what = what(fault, body, at.getByteOffset());
        return " at line " + at.getLineNr() + ", column " + at.getColumnNr() + (what == null ? "." : ": " + what + ".");
    }

    private static @Nullable String what(JacksonException fault, byte[] body, long offset) {
        if (fault instanceof MismatchedInputException) {
            return "nothing may follow the object";
        }
        if (!isUtf8(body)) {
            return "it is not valid UTF-8";
        }
        if (fault instanceof UnexpectedEndOfInputException || offset >= body.length) {
            return "it ends too early";
        }
        return offset < 0 ? null : "unexpected " + quoted(body, (int) offset);
    }

    private static boolean isUtf8(byte[] body) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** The word at the place, or the one that it ends, or else the character. */
    private static String quoted(byte[] body, int offset) {
        int wordEnd = endOfLetters(body, offset);
        if (wordEnd > offset) {
            return "'" + ascii(body, startOfLetters(body, offset), wordEnd) + "'";
        }
        String before = ascii(body, startOfLetters(body, offset), offset);
        if (NO_NUMBERS.contains(before)) {
            return "'" + before + "'";
        }
        int character = characterAt(body, offset);
        return Character.isISOControl(character) || Character.isWhitespace(character)
                ? "character U+%04X".formatted(character)
                : "'" + Character.toString(character) + "'";
    }

    private static int startOfLetters(byte[] body, int offset) {
        int start = offset;
        while (start > 0 && offset - start < LONGEST_WORD && isLetter(body[start - 1])) {
            start--;
        }
        return start;
    }

    private static int endOfLetters(byte[] body, int offset) {
        int end = offset;
        while (end < body.length && end - offset < LONGEST_WORD && isLetter(body[end])) {
            end++;
        }
        return end;
    }

    private static int characterAt(byte[] body, int offset) {
        int start = offset;
        while (start > 0 && (body[start] & 0xC0) == 0x80) {
            start--;
        }
        return new String(body, start, Math.min(4, body.length - start), StandardCharsets.UTF_8).codePointAt(0);
    }

    private static String ascii(byte[] body, int from, int to) {
        return new String(body, from, to - from, StandardCharsets.US_ASCII);
    }

    private static boolean isLetter(byte character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z';
    }
}
