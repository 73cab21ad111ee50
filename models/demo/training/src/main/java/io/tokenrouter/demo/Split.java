package io.tokenrouter.demo;

/**
 * What a problem is used for. It is decided by a hash of the problem's numbers and operations, so the three never share a
 * problem.
 */
public enum Split {
    TRAINING,
    VALIDATION,
    TEST;

    /** One sixteenth each for test and validation. */
    static Split of(String numbersAndOperations) {
        return switch (StableHash.of(numbersAndOperations) % 16) {
            case 0 -> TEST;
            case 1 -> VALIDATION;
            default -> TRAINING;
        };
    }
}
