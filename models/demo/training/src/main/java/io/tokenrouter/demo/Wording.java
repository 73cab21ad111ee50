package io.tokenrouter.demo;

import java.util.List;

/** The words of the task. Their order matters: problems are drawn by index. */
final class Wording {

    /**
     * One way to say that things come or go; {@code #} is the number, {@code P} the pronoun.
     *
     * @param told in the story
     * @param worked in the answer, before the equation
     */
    record Event(String told, String worked) {

        String toldOf(String pronoun, int number) {
            return told.replace("P", pronoun).replace("#", Integer.toString(number));
        }

        String workedOf(int number) {
            return worked.replace("#", Integer.toString(number));
        }
    }

    /** Two kinds of the same thing. */
    record Pair(String first, String second) {}

    static final List<String> SHE = List.of("Mia", "Anna", "Lena", "Sara", "Nina", "Emma", "Ruth", "Zoe");
    static final List<String> HE = List.of("Tom", "Ben", "Max", "Paul", "Leo", "Sam", "Jack", "Omar");
    static final List<String> THINGS = List.of(
            "apples", "coins", "books", "stamps", "cards", "shells", "pens", "cups", "eggs", "plums", "stones",
            "tickets", "photos", "buttons", "pears", "beads");
    static final List<String> BOXES = List.of("boxes", "bags", "jars", "trays");
    static final List<Pair> KINDS = List.of(
            new Pair("red", "blue"), new Pair("old", "new"), new Pair("big", "small"), new Pair("green", "white"));

    static final List<Event> GAINS = List.of(
            new Event("P buys # more.", "Buying # more makes"),
            new Event("P finds # more.", "Finding # more makes"),
            new Event("P wins # more.", "Winning # more makes"),
            new Event("A friend brings # more.", "Bringing # more makes"));
    static final List<Event> LOSSES = List.of(
            new Event("P gives away #.", "Giving away # leaves"),
            new Event("P loses #.", "Losing # leaves"),
            new Event("P sells #.", "Selling # leaves"),
            new Event("A friend takes #.", "Taking # leaves"));

    private static final List<String> QUESTIONS = List.of(
            "How many OBJ does N have now?", "How many OBJ are there at the end?", "What is the final number of OBJ?");

    private Wording() {}

    static int questions() {
        return QUESTIONS.size();
    }

    static String question(int index, String thing, String name) {
        return QUESTIONS.get(index).replace("OBJ", thing).replace("N", name);
    }
}
