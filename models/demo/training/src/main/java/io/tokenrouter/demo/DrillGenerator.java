package io.tokenrouter.demo;

/** Draws bare equations of the kind that stories need, for practice: 40 % sums, 40 % differences, 20 % products. */
final class DrillGenerator {

    private final Numbers numbers;

    DrillGenerator(Numbers numbers) {
        this.numbers = numbers;
    }

    /** An equation within the number range that is not held out. */
    String next() {
        while (true) {
            int percent = numbers.below(100);
            if (percent < 40) {
                int a = numbers.operand(Numbers.MIN_OPERAND, Numbers.MAX_TOTAL);
                int b = numbers.operand(Numbers.MIN_OPERAND, Numbers.MAX_OPERAND);
                if (a + b <= Numbers.MAX_TOTAL && !Equation.isHeldOutSum(a, b)) {
                    return Equation.sum(a, b);
                }
            } else if (percent < 80) {
                int a = numbers.operand(Numbers.MIN_OPERAND + 2, Numbers.MAX_TOTAL);
                int b = numbers.operand(Numbers.MIN_OPERAND, Math.min(Numbers.MAX_OPERAND, a - 2));
                if (!Equation.isHeldOutDifference(a, b)) {
                    return Equation.difference(a, b);
                }
            } else {
                int a = numbers.between(11, 99);
                int b = numbers.between(2, 9);
                if (a * b <= Numbers.MAX_TOTAL) {
                    return Equation.product(a, b);
                }
            }
        }
    }
}
