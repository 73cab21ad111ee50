package io.tokenrouter.engine.model;

/** Names from a file as they may appear in messages: bounded, on one line, without control characters. */
final class Untrusted {

    private static final int MAX_SHOWN = 100;

    private Untrusted() {}

    static String name(String fromFile) {
        StringBuilder shown = new StringBuilder();
        int length = Math.min(fromFile.length(), MAX_SHOWN);
        for (int i = 0; i < length; i++) {
            char c = fromFile.charAt(i);
            shown.append(Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '\uFFFD' : c);
        }
        return fromFile.length() > MAX_SHOWN ? shown + "..." : shown.toString();
    }
}
