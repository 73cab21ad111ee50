package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.View;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls such as {@code <call>20</call>} in a text that comes token by token. A tag may begin and end inside a token; the
 * stretch of a call is that of the tokens that it touches. A text between the tags that is no number is no call.
 */
final class CallScanner {

    /** Longer numbers are more than an option allows. */
    private static final int MOST_DIGITS = 9;

    /** What is open for longer is not looked at any more: between the tags is a number, and behind it the closing tag. */
    private static final int MOST_BYTES = 128;

    private final byte[] open;
    private final byte[] close;
    private byte[] text = new byte[64];
    private int[] ends = new int[16];
    private int tokens;
    private int first;

    /** Where the text between the tags begins; -1 outside of a call. */
    private int inside = -1;

    /** Tokens before it belong to calls that were found. */
    private int found;

    CallScanner(String open, String close) {
        this.open = open.getBytes(StandardCharsets.UTF_8);
        this.close = close.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A call that was completed.
     *
     * @param tokens that were asked for
     * @param stretch positions of the call
     */
    record Call(int tokens, View.Range stretch) {}

    /**
     * Reads the token at a position. Positions follow each other; a gap begins a new text.
     *
     * @return the call that ends in it, or null
     */
    @Nullable
    Call accept(int position, byte[] bytes) {
        if (position != first + tokens) {
            restart(position);
        }
        append(bytes);
        if (inside < 0) {
            int at = find(open, length() - bytes.length - open.length + 1);
            inside = at < 0 ? -1 : at + open.length;
        }
        int at = inside < 0 ? -1 : find(close, inside);
        if (at < 0) {
            inside = length() - inside > MOST_BYTES ? -1 : inside;
            return null;
        }
        OptionalInt wanted = number(inside, at);
        View.Range stretch = new View.Range(Math.max(found, first + tokenOf(inside - open.length)), position + 1);
        found = position + 1;
        goOnBehind(at + close.length, position);
        return wanted.isPresent() ? new Call(wanted.getAsInt(), stretch) : null;
    }

    /** The rest of a token may be the beginning of the next call. */
    private void goOnBehind(int offset, int position) {
        byte[] rest = Arrays.copyOfRange(text, offset, length());
        restart(position);
        append(rest);
        int at = find(open, 0);
        inside = at < 0 ? -1 : at + open.length;
    }

    private void restart(int position) {
        first = position;
        tokens = 0;
        inside = -1;
    }

    private void append(byte[] bytes) {
        int from = length();
        if (tokens == ends.length) {
            ends = Arrays.copyOf(ends, 2 * tokens);
        }
        if (from + bytes.length > text.length) {
            text = Arrays.copyOf(text, 2 * (from + bytes.length));
        }
        System.arraycopy(bytes, 0, text, from, bytes.length);
        ends[tokens++] = from + bytes.length;
    }

    private int length() {
        return tokens == 0 ? 0 : ends[tokens - 1];
    }

    private int find(byte[] what, int from) {
        for (int at = Math.max(0, from); at + what.length <= length(); at++) {
            if (Arrays.equals(what, 0, what.length, text, at, at + what.length)) {
                return at;
            }
        }
        return -1;
    }

    private int tokenOf(int offset) {
        int token = 0;
        while (ends[token] <= offset) {
            token++;
        }
        return token;
    }

    private OptionalInt number(int from, int to) {
        String digits = new String(text, from, to - from, StandardCharsets.UTF_8).strip();
        boolean isNumber = !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
    }
}
