package io.tokenrouter.demo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A story while it is told: its text, its worked answer, and the total so far. */
final class Story {

    private static final int COMBINATION_SHARE = 8;
    private static final int UNSEEN_REMAINDER = 5;

    final String name;
    final String pronoun;
    final String thing;
    private final int steps;

    private final StringBuilder prompt = new StringBuilder();
    private final StringBuilder answer = new StringBuilder();
    private final StringBuilder numbers = new StringBuilder();
    private final StringBuilder templates = new StringBuilder();
    private final List<String> equations = new ArrayList<>();
    private final Set<String> usedEvents = new HashSet<>();
    private int total;
    private int stepsLeft;

    Story(String name, String pronoun, String thing, int steps) {
        this.name = name;
        this.pronoun = pronoun;
        this.thing = thing;
        this.steps = steps;
        this.stepsLeft = steps;
    }

    int total() {
        return total;
    }

    int stepsLeft() {
        return stepsLeft;
    }

    /** Tells how the story starts. {@code worked} are its equations, none where the total is given. */
    void begin(String template, String key, String told, String answered, int newTotal, String... worked) {
        prompt.append(told);
        answer.append(answered);
        advance(template, key, newTotal, worked);
    }

    /** Tells the next event. */
    void then(String template, String key, String told, String answered, int newTotal, String... worked) {
        usedEvents.add(template);
        prompt.append(' ').append(told);
        answer.append('\n').append(answered);
        advance(template, key, newTotal, worked);
    }

    private void advance(String template, String key, int newTotal, String... worked) {
        templates.append(template);
        numbers.append(key);
        total = newTotal;
        equations.addAll(List.of(worked));
        stepsLeft -= worked.length;
    }

    /** Each event template occurs at most once in a story. */
    boolean hasUsed(String template) {
        return usedEvents.contains(template);
    }

    Split split() {
        return Split.of(numbers.toString());
    }

    /** One eighth of the sequences of templates occur in no training story. */
    boolean isUnseenCombination() {
        return StableHash.of(templates.toString()) % COMBINATION_SHARE == UNSEEN_REMAINDER;
    }

    Problem ask(String question) {
        prompt.append(' ').append(question);
        answer.append("\nAnswer: ").append(total);
        return new Problem(prompt.toString(), answer.toString(), total, equations, isUnseenCombination(), steps);
    }
}
