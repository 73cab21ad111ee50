package io.tokenrouter.engine.tokenizer;

import java.util.regex.Pattern;

/** Runs of white space, by Unicode's own property as the Hugging Face library takes it. All of it lies in the basic plane. */
final class WhiteSpace {

    private static final Pattern ONE = Pattern.compile("\\p{IsWhite_Space}");

    private WhiteSpace() {}

    /** Where the run that ends at {@code at} begins; not before {@code limit}. */
    static int startOfRunBefore(String text, int limit, int at) {
        int start = at;
        while (start > limit && isOne(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    /** Where the run that begins at {@code at} ends. */
    static int endOfRunFrom(String text, int at) {
        int end = at;
        while (end < text.length() && isOne(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isOne(char c) {
        return ONE.matcher(String.valueOf(c)).matches();
    }
}
