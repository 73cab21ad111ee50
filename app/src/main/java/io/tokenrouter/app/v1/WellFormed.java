package io.tokenrouter.app.v1;

/** Text that can be told as UTF-8. JSON escapes can spell halves of surrogate pairs; encoders rightly refuse those. */
final class WellFormed {

    private WellFormed() {}

    /** The text with every lone surrogate replaced by U+FFFD. */
    static String of(String text) {
        if (text.codePoints().noneMatch(WellFormed::isSurrogate)) {
            return text;
        }
        StringBuilder mended = new StringBuilder(text.length());
        text.codePoints().forEach(point -> mended.appendCodePoint(isSurrogate(point) ? 0xFFFD : point));
        return mended.toString();
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
