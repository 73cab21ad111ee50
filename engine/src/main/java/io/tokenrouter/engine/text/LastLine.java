package io.tokenrouter.engine.text;

/** The last line of an answer that is not blank, white space collapsed: where tasks with a checkable answer have it. */
public final class LastLine {

    private LastLine() {}

    /** Empty for a text without any. */
    public static String of(String text) {
        String stripped = text.strip();
        return collapsed(stripped.substring(stripped.lastIndexOf('\n') + 1));
    }

    /** Whether a last line is the expected text, or ends with it behind a space. */
    public static boolean isRight(String line, String expected) {
        String wanted = collapsed(expected);
        return !line.isEmpty() && (line.equals(wanted) || line.endsWith(" " + wanted));
    }

    private static String collapsed(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
