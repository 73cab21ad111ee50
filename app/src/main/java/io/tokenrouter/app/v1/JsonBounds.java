package io.tokenrouter.app.v1;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** What a caller may nest and spell out, refused in words for callers: each message goes on after "The body". */
final class JsonBounds extends StreamReadConstraints {

    private static final long serialVersionUID = 1L;

    private static final int MAX_DEPTH = 64;
    private static final int MAX_DIGITS = 100;
    private static final int MAX_NAME = 1_000;

    /**
     * @param maxBytes of the whole body, and so of each string in it
     */
    JsonBounds(int maxBytes) {
        super(MAX_DEPTH, maxBytes, Long.MAX_VALUE, MAX_DIGITS, maxBytes, MAX_NAME);
    }

    @Override
    public void validateNestingDepth(int depth) {
        refuseIf(depth > MAX_DEPTH, "is nested more than " + MAX_DEPTH + " levels deep.");
    }

    @Override
    public void validateFPLength(int length) {
        refuseIf(length > MAX_DIGITS, "has a number of more than " + MAX_DIGITS + " characters.");
    }

    @Override
    public void validateIntegerLength(int length) {
        validateFPLength(length);
    }

    @Override
    public void validateBigIntegerScale(int scale) {
        refuseIf(Math.abs((long) scale) > MAX_DIGITS, "has a number with an exponent above " + MAX_DIGITS + ".");
    }

    @Override
    public void validateNameLength(int length) {
        refuseIf(length > MAX_NAME, "has a field whose name is longer than " + MAX_NAME + " characters.");
    }

    private static void refuseIf(boolean broken, String message) {
        if (broken) {
            throw new StreamConstraintsException(message);
        }
    }
}
