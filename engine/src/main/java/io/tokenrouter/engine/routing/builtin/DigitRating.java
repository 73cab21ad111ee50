package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.TextEncoder;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A question that one digit answers, in the tokens of a request's models.
 *
 * @param ask the question, put beside the answer
 * @param questionLength its ids
 * @param digits ids of the digits 0 to 9 behind it
 */
record DigitRating(Ask ask, int questionLength, List<Integer> digits) {

    private static final int DIGITS = 10;
    private static final int SHORTEST_STEP = 1;

    /**
     * @throws EngineException INVALID_REQUEST if a digit behind the question is not one token of its own
     */
    static DigitRating of(String question, TextEncoder text) {
        int[] shared = withoutLast(text.encode(question + 0));
        List<Integer> digits = new ArrayList<>();
        for (int digit = 0; digit < DIGITS; digit++) {
            int[] ids = text.encode(question + digit);
            if (ids.length == 0 || !Arrays.equals(withoutLast(ids), shared) || digits.contains(ids[ids.length - 1])) {
                throw EngineException.invalid(
                        "routing.options.rubric",
                        "the models have no token for the digit " + digit
                                + " behind the rubric, and so cannot rate steps");
            }
            digits.add(ids[ids.length - 1]);
        }
        Ask ask = Ask.probe(Arrays.stream(shared).boxed().toList(), digits);
        return new DigitRating(ask, shared.length, List.copyOf(digits));
    }

    private static int[] withoutLast(int[] ids) {
        return Arrays.copyOf(ids, Math.max(0, ids.length - 1));
    }

    /**
     * Behind the shortest step there must be room for the question: without a rating every step would be taken.
     *
     * @param promptLength ids
     * @param capacity ids that the model holds
     * @throws EngineException CONTEXT_LENGTH_EXCEEDED
     */
    void requireRoom(int promptLength, int capacity) {
        if (promptLength + SHORTEST_STEP + questionLength > capacity) {
            throw new EngineException(
                    EngineException.Kind.CONTEXT_LENGTH_EXCEEDED,
                    "the prompt has " + promptLength + " tokens and the rubric " + questionLength
                            + "; the large model holds " + capacity
                            + " tokens of prompt, answer and rubric, and so could rate no step",
                    "routing.options.rubric",
                    0);
        }
    }

    /**
     * The rating that an answer stands for; NaN if it says nothing.
     *
     * @param expected the mean over all digits by their probability, or the most probable one
     */
    double read(Step answer, boolean expected) {
        if (!expected) {
            return digits.indexOf(answer.token());
        }
        double total = 0;
        double weighed = 0;
        for (int i = 0; i < answer.topIds().length; i++) {
            double probability = Math.exp(answer.topLogprobs()[i]);
            total += probability;
            weighed += probability * digits.indexOf(answer.topIds()[i]);
        }
        return weighed / total;
    }
}
