package io.tokenrouter.demo;

import java.util.List;

/**
 * One story problem.
 *
 * @param prompt the story and its question, the user's message
 * @param answer the only right wording of the worked answer; its last line is {@code Answer: N}
 * @param result the number N
 * @param equations every equation of the answer, in order
 * @param unseenCombination whether the story's sequence of sentence templates never occurs in training
 * @param steps equations to work out, 2 to 4
 */
public record Problem(
        String prompt, String answer, int result, List<String> equations, boolean unseenCombination, int steps) {

    public Problem {
        equations = List.copyOf(equations);
    }
}
