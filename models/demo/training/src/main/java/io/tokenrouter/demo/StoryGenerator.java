package io.tokenrouter.demo;

import org.jspecify.annotations.Nullable;

/**
 * Draws story problems by rejection: a story that leaves the number range, repeats an event, uses a fact that training must
 * not show, or belongs to another split is thrown away and drawn anew.
 */
final class StoryGenerator {

    private static final int MAX_STARTING_TOTAL = 499;

    private final Numbers numbers;

    StoryGenerator(Numbers numbers) {
        this.numbers = numbers;
    }

    /**
     * @param unseenCombination whether the story's sequence of sentences must be one that training never shows, or one
     *     that it does
     */
    Problem next(Split split, boolean unseenCombination) {
        while (true) {
            Problem problem = attempt(split, unseenCombination);
            if (problem != null) {
                return problem;
            }
        }
    }

    private @Nullable Problem attempt(Split split, boolean unseenCombination) {
        Story story = cast();
        if (!begin(story, split)) {
            return null;
        }
        EventTeller events = new EventTeller(numbers, split);
        while (story.stepsLeft() > 0) {
            if (!events.tellNext(story)) {
                return null;
            }
        }
        if (story.split() != split || story.isUnseenCombination() != unseenCombination) {
            return null;
        }
        return story.ask(Wording.question(numbers.below(Wording.questions()), story.thing, story.name));
    }

    private Story cast() {
        boolean she = numbers.coin();
        String name = numbers.oneOf(she ? Wording.SHE : Wording.HE);
        String thing = numbers.oneOf(Wording.THINGS);
        int percent = numbers.below(100);
        int steps = percent < 35 ? 2 : percent < 75 ? 3 : 4;
        return new Story(name, she ? "She" : "He", thing, steps);
    }

    private boolean begin(Story story, Split split) {
        return switch (numbers.below(4)) {
            case 0, 1 -> beginWithTotal(story);
            case 2 -> beginWithBoxes(story);
            default -> beginWithTwoKinds(story, split);
        };
    }

    private boolean beginWithTotal(Story story) {
        int total = numbers.operand(20, MAX_STARTING_TOTAL);
        story.begin(
                "S0",
                Integer.toString(total),
                story.name + " has " + total + " " + story.thing + ".",
                "At first there are " + total + " " + story.thing + ".",
                total);
        return true;
    }

    private boolean beginWithBoxes(Story story) {
        int each = numbers.between(12, 49);
        int boxes = numbers.between(2, 9);
        if (each * boxes > Numbers.MAX_TOTAL) {
            return false;
        }
        String box = numbers.oneOf(Wording.BOXES);
        String equation = Equation.product(each, boxes);
        story.begin(
                "S1",
                each + "x" + boxes,
                story.name + " has " + boxes + " " + box + " with " + each + " " + story.thing + " each.",
                "The " + boxes + " " + box + " hold " + equation + ".",
                each * boxes,
                equation);
        return true;
    }

    private boolean beginWithTwoKinds(Story story, Split split) {
        int first = numbers.operand(Numbers.MIN_OPERAND, Numbers.MAX_OPERAND);
        int second = numbers.operand(Numbers.MIN_OPERAND, Numbers.MAX_OPERAND);
        if (split == Split.TRAINING && Equation.isHeldOutSum(first, second)) {
            return false;
        }
        Wording.Pair kinds = numbers.oneOf(Wording.KINDS);
        String equation = Equation.sum(first, second);
        story.begin(
                "S2",
                first + "+" + second,
                story.name + " has " + first + " " + kinds.first() + " and " + second + " " + kinds.second() + " "
                        + story.thing + ".",
                "The " + kinds.first() + " and " + kinds.second() + " make " + equation + ".",
                first + second,
                equation);
        return true;
    }
}
