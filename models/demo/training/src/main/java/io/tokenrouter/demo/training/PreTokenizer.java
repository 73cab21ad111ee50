package io.tokenrouter.demo.training;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SmolLM's way to cut text into words: every digit alone, the rest by GPT-2's pattern. No merge crosses a word. */
final class PreTokenizer {

    private static final Pattern GPT2 =
            Pattern.compile("'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+");

    private PreTokenizer() {}

    /** The words in order; together they are the text. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            if (Character.isDigit(text.charAt(from))) {
                words.add(text.substring(from, from + 1));
                from++;
            } else {
                int to = endOfOther(text, from);
                Matcher matcher = GPT2.matcher(text.substring(from, to));
                while (matcher.find()) {
                    words.add(matcher.group());
                }
                from = to;
            }
        }
        return words;
    }

    private static int endOfOther(String text, int from) {
        int to = from;
        while (to < text.length() && !Character.isDigit(text.charAt(to))) {
            to++;
        }
        return to;
    }
}
