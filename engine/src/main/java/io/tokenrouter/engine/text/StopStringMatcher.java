package io.tokenrouter.engine.text;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first stop string in a text that comes in pieces of any size, down to single bytes of a character. The stop
 * string that is complete first wins; of several that end at the same byte, the longest.
 *
 * <p>Works on UTF-8 bytes with one Knuth-Morris-Pratt automaton per string: a byte costs a few comparisons for each string,
 * amortised, and memory is 5 bytes for each byte of the strings. For one text; not safe for use by several threads at once.
 */
public final class StopStringMatcher {

    private final Pattern[] patterns;
    private long position;
    private @Nullable Pattern match;

    /**
     * @param stopStrings may be empty, the strings may not
     * @throws IllegalArgumentException if one is empty or has half a surrogate pair, which no text can contain
     */
    public StopStringMatcher(List<String> stopStrings) {
        patterns = stopStrings.stream().map(Pattern::new).toArray(Pattern[]::new);
    }

    private StopStringMatcher(StopStringMatcher other) {
        patterns = Arrays.stream(other.patterns).map(Pattern::new).toArray(Pattern[]::new);
        position = other.position;
        match = other.match;
    }

    /** A matcher that has read the same text and goes on by itself, to look ahead with. */
    public StopStringMatcher copy() {
        return new StopStringMatcher(this);
    }

    /**
     * Reads the next bytes of the text, up to the end of the first match. Once there is one, nothing more is read.
     *
     * @return whether a stop string has been found, now or before
     */
    public boolean accept(byte[] bytes) {
        if (patterns.length == 0) {
            position += bytes.length;
            return false;
        }
        for (int i = 0; i < bytes.length && match == null; i++) {
            accept(bytes[i]);
        }
        return match != null;
    }

    /** Passes over text in which nothing is looked for; no match begins in it. Before any other text. */
    public void skip(int bytes) {
        position += bytes;
    }

    private void accept(byte next) {
        position++;
        for (Pattern pattern : patterns) {
            boolean complete = pattern.accept(next);
            if (complete && (match == null || pattern.bytes.length > match.bytes.length)) {
                match = pattern;
            }
        }
    }

    /** The stop string that was found, or null. */
    public @Nullable String matched() {
        return match == null ? null : match.text;
    }

    /** Where the match begins, in bytes from the start of the text: the length of what comes before it. */
    public long matchStart() {
        if (match == null) {
            throw new IllegalStateException("no stop string was found yet");
        }
        return position - match.bytes.length;
    }

    /** How many of the last bytes may turn out to be the beginning of a stop string. */
    public int undecided() {
        int longest = 0;
        for (Pattern pattern : patterns) {
            longest = Math.max(longest, pattern.matched);
        }
        return longest;
    }

    /** One string and how much of it the last bytes of the text match. */
    private static final class Pattern {

        final String text;
        final byte[] bytes;
        /** For each length of a matched prefix, less one: the next shorter prefix that is also its suffix. */
        private final int[] shorter;

        int matched;

        Pattern(String text) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("a stop string must not be empty");
            }
            this.text = text;
            this.bytes = Utf8.encode(text)
                    .orElseThrow(() -> new IllegalArgumentException("a stop string has half a surrogate pair"));
            this.shorter = new int[bytes.length];
            for (int i = 1; i < bytes.length; i++) {
                accept(bytes[i]);
                shorter[i] = matched;
            }
            matched = 0;
        }

        Pattern(Pattern other) {
            text = other.text;
            bytes = other.bytes;
            shorter = other.shorter;
            matched = other.matched;
        }

        /** Returns whether the text now ends with this string. */
        boolean accept(byte next) {
            if (matched == bytes.length) {
                matched = shorter[matched - 1];
            }
            while (matched > 0 && bytes[matched] != next) {
                matched = shorter[matched - 1];
            }
            if (bytes[matched] == next) {
                matched++;
            }
            return matched == bytes.length;
        }
    }
}
