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
        List<List<Expr.ByteRange>> strings = new ArrayList<>();
        for (Range range : ranges) {
            int first = range.first;
            for (int last : LAST_OF_LENGTH) {
                if (first <= Math.min(last, range.last)) {
                    sameLength(bytes(first), bytes(Math.min(last, range.last)), 0, List.of(), strings);
                    first = last + 1;
                }
            }
        }
        return new Expr.RangedBytes(strings);
    }

    /**
     * All byte strings from {@code first} to {@code last} that agree on {@code begun}, cut where a byte is the end of its range and
     * what follows is not.
     */
    private static void sameLength(
            byte[] first, byte[] last, int at, List<Expr.ByteRange> begun, List<List<Expr.ByteRange>> out) {
        int low = first[at] & 0xFF;
        int high = last[at] & 0xFF;
        if (at == first.length - 1) {
            out.add(with(begun, low, high));
            return;
        }
        if (low == high) {
            sameLength(first, last, at + 1, with(begun, low, low), out);
            return;
        }
        boolean wholeFirst = isAll(first, at + 1, 0x80);
        boolean wholeLast = isAll(last, at + 1, 0xBF);
        if (!wholeFirst) {
            sameLength(first, tail(first, at, 0xBF), at + 1, with(begun, low, low), out);
        }
        int from = wholeFirst ? low : low + 1;
        int to = wholeLast ? high : high - 1;
        if (from <= to) {
            List<Expr.ByteRange> parts = with(begun, from, to);
            for (int i = at + 1; i < first.length; i++) {
                parts = with(parts, 0x80, 0xBF);
            }
            out.add(parts);
        }
        if (!wholeLast) {
            sameLength(tail(last, at, 0x80), last, at + 1, with(begun, high, high), out);
        }
    }

    private static List<Expr.ByteRange> with(List<Expr.ByteRange> begun, int low, int high) {
        List<Expr.ByteRange> more = new ArrayList<>(begun);
        more.add(new Expr.ByteRange(low, high));
        return more;
    }

    private static boolean isAll(byte[] bytes, int from, int value) {
        for (int i = from; i < bytes.length; i++) {
            if ((bytes[i] & 0xFF) != value) {
                return false;
            }
        }
        return true;
    }

    /** The same up to {@code at}, and then this byte. */
    private static byte[] tail(byte[] bytes, int at, int value) {
        byte[] result = bytes.clone();
        for (int i = at + 1; i < result.length; i++) {
            result[i] = (byte) value;
        }
        return result;
    }

    private static byte[] bytes(int codePoint) {
        return Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
    }
}
