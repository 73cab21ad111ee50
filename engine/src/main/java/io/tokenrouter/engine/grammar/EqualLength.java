package io.tokenrouter.engine.grammar;

import java.util.ArrayList;
import java.util.List;

/**
 * All byte strings of one length between two, in the order of their bytes, as ranges byte by byte: characters in UTF-8, numbers of
 * equally many digits.
 */
final class EqualLength {

    private final int lowest;
    private final int highest;
    private final List<List<Expr.ByteRange>> strings = new ArrayList<>();

    /** @param lowest least byte behind the first one, and {@code highest} the greatest */
    EqualLength(int lowest, int highest) {
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Adds the strings from {@code first} to {@code last}, both included and of the same length. */
    void add(byte[] first, byte[] last) {
        add(first, last, 0, List.of());
    }

    List<List<Expr.ByteRange>> strings() {
        return strings;
    }

    /** Cuts where a byte is the end of its range and what follows is not. */
    private void add(byte[] first, byte[] last, int at, List<Expr.ByteRange> begun) {
        int low = first[at] & 0xFF;
        int high = last[at] & 0xFF;
        if (at == first.length - 1) {
            strings.add(with(begun, low, high));
            return;
        }
        if (low == high) {
            add(first, last, at + 1, with(begun, low, low));
            return;
        }
        boolean wholeFirst = isAll(first, at + 1, lowest);
        boolean wholeLast = isAll(last, at + 1, highest);
        if (!wholeFirst) {
            add(first, tail(first, at, highest), at + 1, with(begun, low, low));
        }
        int from = wholeFirst ? low : low + 1;
        int to = wholeLast ? high : high - 1;
        if (from <= to) {
            List<Expr.ByteRange> parts = with(begun, from, to);
            for (int i = at + 1; i < first.length; i++) {
                parts = with(parts, lowest, highest);
            }
            strings.add(parts);
        }
        if (!wholeLast) {
            add(tail(last, at, lowest), last, at + 1, with(begun, high, high));
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
}
