package io.tokenrouter.engine.grammar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** A set of Unicode characters, without surrogates, as ranges that rise and do not touch. */
record CodePoints(List<Range> ranges) {

    record Range(int first, int last) {}

    /** Where the number of bytes of a character changes. */
    private static final int[] LAST_OF_LENGTH = {0x7F, 0x7FF, 0xFFFF, 0x10FFFF};

    /** What a JSON string may have between its quotes as it is: no control characters, no quote, no backslash. */
    static final CodePoints PLAIN = new CodePoints(List.of(
            new Range(0x20, 0x21), new Range(0x23, 0x5B), new Range(0x5D, 0xD7FF), new Range(0xE000, 0x10FFFF)));

    CodePoints {
        ranges = List.copyOf(ranges);
    }

    CodePoints without(Collection<Integer> removed) {
        List<Range> kept = new ArrayList<>();
        TreeSet<Integer> sorted = new TreeSet<>(removed);
        for (Range range : ranges) {
            int first = range.first;
            for (int gap : sorted.subSet(range.first, true, range.last, true)) {
                if (gap > first) {
                    kept.add(new Range(first, gap - 1));
                }
                first = gap + 1;
            }
            if (first <= range.last) {
                kept.add(new Range(first, range.last));
            }
        }
        return new CodePoints(kept);
    }

    /** One of these characters in UTF-8. */
    Expr utf8() {
        EqualLength strings = new EqualLength(0x80, 0xBF);
        for (Range range : ranges) {
            int first = range.first;
            for (int last : LAST_OF_LENGTH) {
                if (first <= Math.min(last, range.last)) {
                    strings.add(bytes(first), bytes(Math.min(last, range.last)));
                    first = last + 1;
                }
            }
        }
        return new Expr.RangedBytes(strings.strings());
    }

    private static byte[] bytes(int codePoint) {
        return Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
    }
}
