package io.tokenrouter.engine.text;

/**
 * Characters as limits count them: code points, so that a character outside the basic plane counts once and is never cut in half.
 */
public final class Characters {

    private Characters() {}

    public static int count(CharSequence text) {
        return text instanceof String string
                ? string.codePointCount(0, string.length())
                : Character.codePointCount(text, 0, text.length());
    }

    /** The beginning of a text, at most so many characters of it. */
    public static String first(String text, int most) {
        // as many characters as units at most, which saves counting those of an endless text
        return text.length() <= most || count(text) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most));
    }

    /** A text in a message: what is longer than so many characters ends there with three dots. */
    public static String shortened(String text, int most) {
        String first = first(text, most);
        return first.length() == text.length() ? text : first + "...";
    }
}
