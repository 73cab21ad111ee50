package io.tokenrouter.app.tools;

import java.util.BitSet;

/**
 * Follows the text of one JSON object or array, character by character, to its end. Tells at once of most faults, so that text that
 * is none is not waited for; what it lets through still has to be parsed. Takes constant time for each character.
 */
final class JsonScanner {

    enum Verdict {
        MORE,
        END,
        FAULT
    }

    private enum Expect {
        VALUE,
        VALUE_OR_END,
        NAME,
        NAME_OR_END,
        COLON,
        COMMA_OR_END,
        STRING,
        ESCAPED,
        SCALAR
    }

    private static final int MOST_DEPTH = 400;

    /** By depth: true in an object, false in an array. */
    private final BitSet objects = new BitSet();

    private int depth;
    private boolean stringIsName;
    private Expect expect = Expect.VALUE;

    /** @param c the next character; the first is the opening bracket */
    Verdict accept(char c) {
        switch (expect) {
            case STRING -> {
                return string(c);
            }
            case ESCAPED -> {
                expect = Expect.STRING;
                return "\"\\/bfnrtu".indexOf(c) >= 0 ? Verdict.MORE : Verdict.FAULT;
            }
            case SCALAR -> {
                if (isOfScalar(c)) {
                    return Verdict.MORE;
                }
                expect = Expect.COMMA_OR_END;
            }
            default -> {}
        }
        return isSpace(c) ? Verdict.MORE : structure(c);
    }

    private Verdict string(char c) {
        if (c == '"') {
            expect = stringIsName ? Expect.COLON : Expect.COMMA_OR_END;
        } else if (c == '\\') {
            expect = Expect.ESCAPED;
        } else if (c < ' ') {
            return Verdict.FAULT;
        }
        return Verdict.MORE;
    }

    private Verdict structure(char c) {
        return switch (expect) {
            case VALUE -> value(c);
            case VALUE_OR_END -> c == ']' ? close(false) : value(c);
            case NAME -> c == '"' ? begin(true) : Verdict.FAULT;
            case NAME_OR_END -> c == '}' ? close(true) : c == '"' ? begin(true) : Verdict.FAULT;
            case COLON -> c == ':' ? then(Expect.VALUE) : Verdict.FAULT;
            case COMMA_OR_END ->
                switch (c) {
                    case ',' -> then(objects.get(depth) ? Expect.NAME : Expect.VALUE);
                    case '}' -> close(true);
                    case ']' -> close(false);
                    default -> Verdict.FAULT;
                };
            case STRING, ESCAPED, SCALAR -> throw new IllegalStateException("inside of " + expect);
        };
    }

    private Verdict value(char c) {
        if (c == '{' || c == '[') {
            depth++;
            objects.set(depth, c == '{');
            expect = c == '{' ? Expect.NAME_OR_END : Expect.VALUE_OR_END;
            return depth > MOST_DEPTH ? Verdict.FAULT : Verdict.MORE;
        }
        if (depth == 0) {
            return Verdict.FAULT;
        }
        if (c == '"') {
            return begin(false);
        }
        return isOfScalar(c) ? then(Expect.SCALAR) : Verdict.FAULT;
    }

    private Verdict begin(boolean name) {
        stringIsName = name;
        return then(Expect.STRING);
    }

    private Verdict close(boolean object) {
        if (objects.get(depth) != object) {
            return Verdict.FAULT;
        }
        depth--;
        expect = Expect.COMMA_OR_END;
        return depth == 0 ? Verdict.END : Verdict.MORE;
    }

    private Verdict then(Expect next) {
        expect = next;
        return Verdict.MORE;
    }

    private static boolean isOfScalar(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == 'E' || c == '-' || c == '+' || c == '.';
    }

    static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}
