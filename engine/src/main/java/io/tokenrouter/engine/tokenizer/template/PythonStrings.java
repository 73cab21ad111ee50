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
        RenderLimits.search(text, characters == null ? "" : characters);
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
        RenderLimits.search(text, separator);
        List<String> parts = new ArrayList<>();
        int from = 0;
        int at = text.indexOf(separator);
        while (at >= 0 && (limit == NO_LIMIT || parts.size() < limit)) {
            RenderLimits.parts(parts.size() + 1L);
            parts.add(text.substring(from, at));
            from = at + separator.length();
            at = text.indexOf(separator, from);
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static List<String> words(String text, int limit) {
        List<String> words = new ArrayList<>();
        int at = endOfRun(text, 0, true);
        while (at < text.length()) {
            RenderLimits.parts(words.size() + 1L);
            int end = words.size() == limit ? text.length() : endOfRun(text, at, false);
            words.add(text.substring(at, end));
            at = endOfRun(text, end, true);
        }
        return words;
    }

    private static int endOfRun(String text, int from, boolean ofSpaces) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at)) == ofSpaces) {
            at++;
        }
        return at;
    }

    /** @param limit most replacements; {@link #NO_LIMIT} for all */
    static String replace(String text, String old, String by, int limit) {
        int count = checkReplace(text, old, by, limit);
        if (limit == NO_LIMIT) {
            return text.replace(old, by);
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int i = 0; i < count; i++) {
            int at = text.indexOf(old, from);
            out.append(text, from, at).append(by);
            from = at + old.length();
        }
        return out.append(text, from, text.length()).toString();
    }

    /**
     * How many replacements there will be.
     *
     * @throws TemplateRefusal if they would make the text too long
     */
    static int checkReplace(String text, String old, String by, int limit) {
        RenderLimits.search(text, old);
        int count = 0;
        if (old.isEmpty()) {
            count = limit == NO_LIMIT ? text.length() + 1 : 0;
        } else {
            int at = text.indexOf(old);
            while (at >= 0 && (limit == NO_LIMIT || count < limit)) {
                count++;
                at = text.indexOf(old, at + old.length());
            }
        }
        RenderLimits.characters(text.length() + (long) count * (by.length() - old.length()));
        return count;
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
