package io.tokenrouter.demo;

/** Worked equations as answers and drills spell them. */
final class Equation {

    private Equation() {}

    static String sum(int a, int b) {
        return a + " + " + b + " = " + (a + b);
    }

    static String difference(int a, int b) {
        return a + " - " + b + " = " + (a - b);
    }

    /** A product by way of the tens and ones of its first factor: {@code 23 x 4 = 80 + 12 = 92}. */
    static String product(int a, int b) {
        int tens = a / 10 * 10 * b;
        int ones = a % 10 * b;
        return a + " x " + b + " = " + tens + " + " + ones + " = " + (tens + ones);
    }

    /** One sixteenth of all sums occur in no training text, neither in a story nor in a drill. */
    static boolean isHeldOutSum(int a, int b) {
        return isHeldOut(a + "+" + b);
    }

    /** One sixteenth of all differences likewise. */
    static boolean isHeldOutDifference(int a, int b) {
        return isHeldOut(a + "-" + b);
    }

    private static boolean isHeldOut(String fact) {
        return StableHash.of(fact) % 16 == 3;
    }
}
