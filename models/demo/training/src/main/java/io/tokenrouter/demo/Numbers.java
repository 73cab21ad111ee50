package io.tokenrouter.demo;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The random draws behind stories and drills. The order of draws is part of the task: changing it changes every problem.
 */
final class Numbers {

    /** Largest total of a story. */
    static final int MAX_TOTAL = 999;

    /** Largest number that is added or taken away in one step. */
    static final int MAX_OPERAND = 299;

    /** Smallest number that is added or taken away. */
    static final int MIN_OPERAND = 11;

    private static final int LARGEST_TWO_DIGITS = 99;

    private final SplittableRandom random;

    Numbers(long seed) {
        random = new SplittableRandom(seed);
    }

    /** From {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    /** From 0 to {@code count - 1}. */
    int below(int count) {
        return random.nextInt(count);
    }

    boolean coin() {
        return random.nextBoolean();
    }

    /** The same range with half of the draws held to two digits, so that small numbers are not rare. */
    int operand(int low, int high) {
        boolean mixed = high > LARGEST_TWO_DIGITS && low < LARGEST_TWO_DIGITS;
        return between(low, mixed && coin() ? LARGEST_TWO_DIGITS : high);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }
}
