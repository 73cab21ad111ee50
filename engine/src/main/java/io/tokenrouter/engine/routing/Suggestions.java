package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.text.Characters;
import java.util.Collection;
import java.util.Comparator;

/** Words for error messages about names that nobody knows. */
final class Suggestions {

    private static final int SHOWN = 40;

    private Suggestions() {}

    /** {@code "; did you mean 'enter'?"} where some known name is near, else {@code ";"}. */
    static String didYouMean(String wrong, Collection<String> known) {
        String given = shorten(wrong);
        int near = given.length() < 4 ? 1 : Math.max(2, given.length() / 3);
        return known.stream()
                .filter(name -> distance(given, name) <= near)
                .min(Comparator.comparingInt(name -> distance(given, name)))
                .map(name -> "; did you mean '" + name + "'?")
                .orElse(";");
    }

    /** Keeps an attacker's text from filling the message. */
    static String shorten(String text) {
        return Characters.shortened(text, SHOWN);
    }

    /** Levenshtein distance, letters compared without case. */
    static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j < previous.length; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[previous.length];
            current[0] = i;
            for (int j = 1; j < current.length; j++) {
                boolean same = Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
                int replace = previous[j - 1] + (same ? 0 : 1);
                current[j] = Math.min(replace, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
