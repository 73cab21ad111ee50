package io.tokenrouter.demo;

/** Draws the events of a story. Each method returns false where the drawn event does not fit, so that the story is dropped. */
final class EventTeller {

    private static final int LARGEST_TO_MULTIPLY = 99;

    private final Numbers numbers;
    private final Split split;

    EventTeller(Numbers numbers, Split split) {
        this.numbers = numbers;
        this.split = split;
    }

    /** 38 % gains, 38 % losses, 8 % multiplications, 16 % packs. */
    boolean tellNext(Story story) {
        int percent = numbers.below(100);
        if (percent < 38) {
            return gain(story);
        }
        if (percent < 76) {
            return loss(story);
        }
        return percent < 84 ? growth(story) : packs(story);
    }

    private boolean gain(Story story) {
        int index = numbers.below(Wording.GAINS.size());
        int number = numbers.operand(Numbers.MIN_OPERAND, Numbers.MAX_OPERAND);
        String template = "A" + index;
        if (story.hasUsed(template) || cannotAdd(story, number)) {
            return false;
        }
        Wording.Event event = Wording.GAINS.get(index);
        String equation = Equation.sum(story.total(), number);
        story.then(
                template,
                "+" + number,
                event.toldOf(story.pronoun, number),
                event.workedOf(number) + " " + equation + ".",
                story.total() + number,
                equation);
        return true;
    }

    private boolean loss(Story story) {
        int most = Math.min(Numbers.MAX_OPERAND, story.total() - 2);
        if (most < Numbers.MIN_OPERAND) {
            return false;
        }
        int index = numbers.below(Wording.LOSSES.size());
        int number = numbers.operand(Numbers.MIN_OPERAND, most);
        String template = "U" + index;
        if (story.hasUsed(template) || split == Split.TRAINING && Equation.isHeldOutDifference(story.total(), number)) {
            return false;
        }
        Wording.Event event = Wording.LOSSES.get(index);
        String equation = Equation.difference(story.total(), number);
        story.then(
                template,
                "-" + number,
                event.toldOf(story.pronoun, number),
                event.workedOf(number) + " " + equation + ".",
                story.total() - number,
                equation);
        return true;
    }

    private boolean growth(Story story) {
        int factor = numbers.between(2, 5);
        int total = story.total();
        if (story.hasUsed("M")
                || total > LARGEST_TO_MULTIPLY
                || total < Numbers.MIN_OPERAND
                || total * factor > Numbers.MAX_TOTAL) {
            return false;
        }
        String equation = Equation.product(total, factor);
        story.then(
                "M",
                "x" + factor,
                "Then the number grows " + factor + " times.",
                "Growing " + factor + " times makes " + equation + ".",
                total * factor,
                equation);
        return true;
    }

    private boolean packs(Story story) {
        int each = numbers.between(11, 39);
        int packs = numbers.between(2, 9);
        int number = each * packs;
        if (story.stepsLeft() < 2 || story.hasUsed("G") || number > Numbers.MAX_OPERAND || cannotAdd(story, number)) {
            return false;
        }
        String product = Equation.product(each, packs);
        String sum = Equation.sum(story.total(), number);
        story.then(
                "G",
                "+" + each + "x" + packs,
                story.pronoun + " gets " + packs + " packs of " + each + ".",
                "The " + packs + " packs hold " + product + ", and this makes " + sum + ".",
                story.total() + number,
                product,
                sum);
        return true;
    }

    private boolean cannotAdd(Story story, int number) {
        return story.total() + number > Numbers.MAX_TOTAL
                || split == Split.TRAINING && Equation.isHeldOutSum(story.total(), number);
    }
}
