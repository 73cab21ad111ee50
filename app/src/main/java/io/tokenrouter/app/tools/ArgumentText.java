package io.tokenrouter.app.tools;

/**
 * Arguments that are written as a JSON object, on their way to the caller: as they are, without the white space outside of strings.
 * Half a surrogate pair, which can be spelled as an escape, becomes U+FFFD, as everywhere.
 */
final class ArgumentText {

    private static final String REPLACEMENT = "\\ufffd";
    private static final int UNICODE_ESCAPE = 6;

    private final JsonScanner scanner = new JsonScanner();
    private final CallSink sink;
    /** The escape that is being read, and one before it that is the first half of a pair. */
    private final StringBuilder escape = new StringBuilder();

    private String firstHalf = "";

    ArgumentText(CallSink sink) {
        this.sink = sink;
    }

    /** Of the object; not yet of the call that it belongs to. The first is the opening brace. */
    CallAttempt.Verdict accept(char c) {
        boolean inString = scanner.isInString();
        JsonScanner.Verdict verdict = scanner.accept(c);
        if (verdict == JsonScanner.Verdict.FAULT) {
            return CallAttempt.Verdict.TEXT;
        }
        boolean dropped = !inString && JsonScanner.isSpace(c);
        sink.arguments(dropped ? "" : visible(c));
        return verdict == JsonScanner.Verdict.END ? CallAttempt.Verdict.END : CallAttempt.Verdict.MORE;
    }

    /** What can be told with this character. */
    private String visible(char c) {
        if (scanner.isInEscape() || !escape.isEmpty()) {
            escape.append(c);
            return scanner.isInEscape() ? "" : endOfEscape();
        }
        return unpaired() + c;
    }

    private String endOfEscape() {
        String read = escape.toString();
        escape.setLength(0);
        char unit = read.length() == UNICODE_ESCAPE ? (char) Integer.parseInt(read.substring(2), 16) : ' ';
        if (Character.isHighSurrogate(unit)) {
            String before = unpaired();
            firstHalf = read;
            return before;
        }
        if (Character.isLowSurrogate(unit)) {
            String pair = firstHalf.isEmpty() ? REPLACEMENT : firstHalf + read;
            firstHalf = "";
            return pair;
        }
        return unpaired() + read;
    }

    private String unpaired() {
        String replaced = firstHalf.isEmpty() ? "" : REPLACEMENT;
        firstHalf = "";
        return replaced;
    }
}
