package io.tokenrouter.demo;

/**
 * An endless stream of training material: stories with seen combinations only, and practice equations, both drawn from one
 * sequence of random numbers, so that the order of calls decides what comes. Not safe for several threads.
 */
public final class TrainingStream {

    private final StoryGenerator stories;
    private final DrillGenerator drills;

    public TrainingStream(long seed) {
        Numbers numbers = new Numbers(seed);
        stories = new StoryGenerator(numbers);
        drills = new DrillGenerator(numbers);
    }

    public Problem nextStory() {
        return stories.next(Split.TRAINING, false);
    }

    /** A bare equation such as {@code 345 + 278 = 623}. */
    public String nextDrill() {
        return drills.next();
    }
}
