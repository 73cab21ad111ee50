package io.tokenrouter.app.tools;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Follows the text of one JSON value, character by character, to its end. What it has accepted is always the beginning of some JSON
 * value (RFC 8259), nested {@value #MOST_DEPTH} deep at most. Takes constant time for each character.
 */
final class JsonScanner {

    enum Verdict {
        MORE,
        /** With this character the value is complete. */
        END,
        /** The value was complete before this character, which belongs to what follows. */
        BEHIND,
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
        HEX,
        SCALAR
    }

    private static final int MOST_DEPTH = 400;
    private static final int HEX_DIGITS = 4;

    /** By depth: true in an object, false in an array. */
    private final BitSet objects = new BitSet();

    private int depth;
    private int hexDigits;
    private boolean stringIsName;
    private @Nullable ScalarScanner scalar;
    private Expect expect = Expect.VALUE;

    Verdict accept(char c) {
        switch (expect) {
            case STRING -> {
                return string(c);
            }
            case ESCAPED -> {
                hexDigits = 0;
                expect = c == 'u' ? Expect.HEX : Expect.STRING;
                return "\"\\/bfnrtu".indexOf(c) >= 0 ? Verdict.MORE : Verdict.FAULT;
            }
            case HEX -> {
                expect = ++hexDigits < HEX_DIGITS ? Expect.HEX : Expect.STRING;
                return Character.digit(c, 16) >= 0 && c < 0x80 ? Verdict.MORE : Verdict.FAULT;
            }
            default -> {}
        }
        if (scalar != null) {
            if (scalar.accept(c)) {
                return Verdict.MORE;
            }
            boolean whole = scalar.isWhole();
            scalar = null;
            expect = Expect.COMMA_OR_END;
            if (!whole || depth == 0) {
                return whole ? Verdict.BEHIND : Verdict.FAULT;
            }
        }
        return isSpace(c) ? Verdict.MORE : structure(c);
    }

    /** Whether what comes next is part of a string, so that white space there counts. */
    boolean isInString() {
        return expect == Expect.STRING || isInEscape();
    }

    /** Whether what comes next is part of an escape. */
    boolean isInEscape() {
        return expect == Expect.ESCAPED || expect == Expect.HEX;
    }

    private Verdict string(char c) {
        if (c == '"') {
            expect = stringIsName ? Expect.COLON : Expect.COMMA_OR_END;
            return depth == 0 ? Verdict.END : Verdict.MORE;
        }
        if (c == '\\') {
            expect = Expect.ESCAPED;
        }
        return c < ' ' ? Verdict.FAULT : Verdict.MORE;
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
            case STRING, ESCAPED, HEX, SCALAR -> throw new IllegalStateException("inside of " + expect);
        };
    }

    private Verdict value(char c) {
        if (c == '{' || c == '[') {
            depth++;
            objects.set(depth, c == '{');
            expect = c == '{' ? Expect.NAME_OR_END : Expect.VALUE_OR_END;
            return depth > MOST_DEPTH ? Verdict.FAULT : Verdict.MORE;
        }
        if (c == '"') {
            return begin(false);
        }
        scalar = new ScalarScanner(c);
        return scalar.isBegun() ? then(Expect.SCALAR) : Verdict.FAULT;
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

    static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}
