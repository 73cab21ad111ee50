package io.tokenrouter.engine.model;

import io.tokenrouter.engine.text.Characters;

/** Names from a file as they may appear in messages: bounded, on one line, without control characters. */
public final class Untrusted {

    private static final int MAX_SHOWN = 100;

    private Untrusted() {}

    /** At most 100 characters of it, and three dots where it goes on. */
    public static String name(String fromFile) {
        StringBuilder shown = new StringBuilder();
        Characters.shortened(fromFile, MAX_SHOWN)
                .codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? 0xFFFD : c)
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }
}
