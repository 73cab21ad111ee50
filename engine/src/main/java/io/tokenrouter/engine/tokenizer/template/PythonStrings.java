package io.tokenrouter.engine.tokenizer.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Operations on strings as Python defines them. */
final class PythonStrings {

    static final int NO_LIMIT = -1;

    private PythonStrings() {}

    /** @param characters what to strip; null for white space */
    static String strip(String text, @Nullable String characters, boolean left, boolean right) {
        int from = 0;
        int to = text.length();
        while (left && from < to && strips(characters, text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (right && from < to && strips(characters, text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }

    private static boolean strips(@Nullable String characters, int character) {
        return characters == null ? isSpace(character) : characters.indexOf(character) >= 0;
    }

    private static boolean isSpace(int character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || character == 0x85;
    }

    /**
     * @param separator null for runs of white space, of which none gives an empty part
     * @param limit most cuts; {@link #NO_LIMIT} for all
     */
    static List<String> split(String text, @Nullable String separator, int limit) {
        return separator == null ? words(text, limit) : parts(text, separator, limit);
    }

    private static List<String> parts(String text, String separator, int limit) {
        if (separator.isEmpty()) {
            throw new IllegalStateException("empty separator");
        }
        List<String> parts = new ArrayList<>();
        int from = 0;
        int at = text.indexOf(separator);
        while (at >= 0 && (limit == NO_LIMIT || parts.size() < limit)) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
            at = text.indexOf(separator, from);
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static List<String> words(String text, int limit) {
        List<String> words = new ArrayList<>();
        String rest = strip(text, null, true, false);
        while (!rest.isEmpty()) {
            int end = 0;
            while (end < rest.length() && !isSpace(rest.charAt(end))) {
                end++;
            }
            if (words.size() == limit) {
                words.add(rest);
                return words;
            }
            words.add(rest.substring(0, end));
            rest = strip(rest.substring(end), null, true, false);
        }
        return words;
    }

    static String replace(String text, String old, String by, int limit) {
        if (limit == NO_LIMIT) {
            return text.replace(old, by);
        }
        String rest = text;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < limit && rest.contains(old) && !old.isEmpty(); i++) {
            int at = rest.indexOf(old);
            out.append(rest, 0, at).append(by);
            rest = rest.substring(at + old.length());
        }
        return out.append(rest).toString();
    }

    static String capitalize(String text) {
        int first = text.isEmpty() ? 0 : Character.charCount(text.codePointAt(0));
        return text.substring(0, first).toUpperCase(Locale.ROOT)
                + text.substring(first).toLowerCase(Locale.ROOT);
    }

    static String title(String text) {
        StringBuilder out = new StringBuilder();
        boolean inWord = false;
        for (int character : text.codePoints().toArray()) {
            out.appendCodePoint(inWord ? Character.toLowerCase(character) : Character.toTitleCase(character));
            inWord = Character.isLetter(character);
        }
        return out.toString();
    }
}
