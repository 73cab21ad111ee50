package io.tokenrouter.demo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The problems on which the demo pair is measured, and how an answer is graded. */
public final class DemoTask {

    /** Seed of the test set that every published figure uses. */
    public static final long TEST_SEED = 90_001;

    /** Seed of the validation set, the only one from which thresholds may be chosen. */
    public static final long VALIDATION_SEED = 31_337;

    /** Longest answer in tokens, its end token included, that a model needs to be given. */
    public static final int MAX_ANSWER_TOKENS = 170;

    private static final String ANSWER_MARK = "Answer: ";

    private DemoTask() {}

    /**
     * Distinct problems, the same ones for the same arguments. Every second one, from index 1 on, has a combination of
     * sentences that never occurs in training; a shorter list is the beginning of a longer one.
     *
     * @param split test and validation problems share no numbers with training; of {@link Split#TRAINING} only problems
     *     with seen combinations exist
     */
    public static List<Problem> problems(Split split, long seed, int count) {
        StoryGenerator stories = new StoryGenerator(new Numbers(seed));
        Set<String> prompts = new HashSet<>();
        List<Problem> problems = new ArrayList<>(count);
        while (problems.size() < count) {
            boolean unseen = split != Split.TRAINING && problems.size() % 2 == 1;
            Problem problem = stories.next(split, unseen);
            if (prompts.add(problem.prompt())) {
                problems.add(problem);
            }
        }
        return problems;
    }

    /** The first {@code count} problems of the test set. */
    public static List<Problem> testProblems(int count) {
        return problems(Split.TEST, TEST_SEED, count);
    }

    /**
     * Whether a finished answer is right: what follows its last {@code "Answer: "} is exactly the number. The worked lines
     * before it do not count. An answer that was cut off by a length limit is wrong whatever it says; do not ask.
     */
    public static boolean grade(String answer, Problem problem) {
        int mark = answer.lastIndexOf(ANSWER_MARK);
        return mark >= 0 && answer.substring(mark + ANSWER_MARK.length()).equals(Integer.toString(problem.result()));
    }
}
