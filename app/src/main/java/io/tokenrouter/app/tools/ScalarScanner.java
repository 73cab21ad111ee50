package io.tokenrouter.app.tools;

/** Follows a number, {@code true}, {@code false} or {@code null}, character by character. */
final class ScalarScanner {

    /** More than a double has. */
    private static final int MOST_OF_EXPONENT = 3;

    private enum Place {
        SIGN,
        ZERO,
        WHOLE,
        POINT,
        FRACTION,
        EXPONENT,
        EXPONENT_SIGN,
        EXPONENT_DIGITS,
        LITERAL,
        NOWHERE
    }

    private Place place;
    private String literal = "";
    /** Digits of the exponent, or characters of the literal. */
    private int read;

    ScalarScanner(char first) {
        place = switch (first) {
            case '-' -> Place.SIGN;
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> firstDigit(first);
        };
    }

    /** Whether it begins with a character with which a scalar may. */
    boolean isBegun() {
        return place != Place.NOWHERE;
    }

    /** False if it does not go on with this character; then it is the last that was asked. */
    boolean accept(char c) {
        Place next = next(c);
        if (next == Place.NOWHERE) {
            return false;
        }
        place = next;
        return true;
    }

    /** Whether it may end here. */
    boolean isWhole() {
        return switch (place) {
            case ZERO, WHOLE, FRACTION, EXPONENT_DIGITS -> true;
            case LITERAL -> read == literal.length();
            default -> false;
        };
    }

    private Place literal(String word) {
        literal = word;
        read = 1;
        return Place.LITERAL;
    }

    private Place next(char c) {
        return switch (place) {
            case SIGN -> firstDigit(c);
            case ZERO -> behindWhole(c);
            case WHOLE -> isDigit(c) ? Place.WHOLE : behindWhole(c);
            case POINT -> isDigit(c) ? Place.FRACTION : Place.NOWHERE;
            case FRACTION -> isDigit(c) ? Place.FRACTION : exponent(c);
            case EXPONENT -> c == '+' || c == '-' ? Place.EXPONENT_SIGN : exponentDigit(c);
            case EXPONENT_SIGN, EXPONENT_DIGITS -> exponentDigit(c);
            case LITERAL -> behindLetter(c);
            case NOWHERE -> Place.NOWHERE;
        };
    }

    private Place behindLetter(char c) {
        if (isWhole() || literal.charAt(read) != c) {
            return Place.NOWHERE;
        }
        read++;
        return Place.LITERAL;
    }

    private static Place firstDigit(char c) {
        return c == '0' ? Place.ZERO : isDigit(c) ? Place.WHOLE : Place.NOWHERE;
    }

    private static Place behindWhole(char c) {
        return c == '.' ? Place.POINT : exponent(c);
    }

    private static Place exponent(char c) {
        return c == 'e' || c == 'E' ? Place.EXPONENT : Place.NOWHERE;
    }

    private Place exponentDigit(char c) {
        if (!isDigit(c) || read == MOST_OF_EXPONENT) {
            return Place.NOWHERE;
        }
        read++;
        return Place.EXPONENT_DIGITS;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
