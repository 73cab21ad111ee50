package io.tokenrouter.app.requests;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who wrote an answer, from its first token to its last, in few cells.
 *
 * @param tokensPerCell tokens of each cell but the last, which may have fewer
 * @param cells for each, how many ninths of it the large model wrote, as digits: 0 for none, 9 for all, 1 for any at least
 */
public record Tape(int tokensPerCell, String cells) {

    /** Nothing written. */
    public static final Tape EMPTY = new Tape(1, "");

    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,8}):([0-9]*)");

    /** As {@link #text} wrote it; empty for anything else. */
    static Tape of(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches() ? new Tape(Integer.parseInt(parts.group(1)), parts.group(2)) : EMPTY;
    }

    String text() {
        return tokensPerCell + ":" + cells;
    }
}
