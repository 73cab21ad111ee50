package io.tokenrouter.app.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads amounts of memory as people write them: {@code 512m}, {@code 2g}, {@code 2GiB}. */
final class ByteSize {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*([kmgt])(?:i?b)?");

    private ByteSize() {}

    /** @throws IllegalArgumentException with a message for whoever typed it */
    static long parse(String option, String text) {
        Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(option + " needs a size such as 512m or 2g, not '" + text + "'");
        }
        int shift = 10 * (1 + "kmgt".indexOf(matcher.group(2)));
        long number = Long.parseLong(matcher.group(1));
        if (number == 0 || number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException(option + " is out of range: '" + text + "'");
        }
        return number << shift;
    }
}
