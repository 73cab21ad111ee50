package io.tokenrouter.engine.model;

import io.tokenrouter.engine.text.Characters;
import org.jspecify.annotations.Nullable;

/** Text of a file as it may appear in messages: bounded, on one line, without control characters. */
public final class Untrusted {

    private static final int MAX_SHOWN = 100;
    private static final int MAX_MESSAGE = 400;

    private Untrusted() {}

    /** At most 100 characters of it, and three dots where it goes on. */
    public static String name(String fromFile) {
        return plain(fromFile, MAX_SHOWN);
    }

    /** What a library says of a file, and may quote from it: at most 400 characters. */
    public static String message(@Nullable String ofLibrary) {
        return plain(String.valueOf(ofLibrary), MAX_MESSAGE);
    }

    private static String plain(String text, int most) {
        StringBuilder shown = new StringBuilder();
        Characters.shortened(text, most)
                .codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? 0xFFFD : c)
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }
}
