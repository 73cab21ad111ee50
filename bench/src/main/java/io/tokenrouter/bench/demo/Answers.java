package io.tokenrouter.bench.demo;

import java.util.Arrays;
import java.util.List;

/**
 * What one measurement wrote.
 *
 * @param answers in the order of the prompts
 * @param seconds from the first request to the last end
 */
public record Answers(List<Answer> answers, double seconds) {

    public Answers {
        answers = List.copyOf(answers);
    }

    public long tokens() {
        return answers.stream().mapToLong(answer -> answer.ids().length).sum();
    }

    public double tokensPerSecond() {
        return tokens() / seconds;
    }

    /** Share of all tokens, end tokens included, that the large model wrote. */
    public double largeShare() {
        return answers.stream().mapToLong(Answer::largeTokens).sum() / (double) tokens();
    }

    /** Of the large model's tokens, the share that the small one had proposed as well. */
    public double agreedShare() {
        return answers.stream().mapToLong(Answer::agreed).sum()
                / (double) answers.stream().mapToLong(Answer::largeTokens).sum();
    }

    /** A mean of all answers. */
    public double switchesPerAnswer() {
        return answers.stream().mapToLong(Answer::switches).sum() / (double) answers.size();
    }

    /**
     * Different ways to run a policy must write the same: greedy decoding, and rows do not depend on their batch.
     *
     * @param others to the first of the same prompts
     * @throws IllegalStateException if they do not
     */
    public void requireSameIds(Answers others) {
        for (int i = 0; i < others.answers.size(); i++) {
            int[] mine = answers.get(i).ids();
            int[] theirs = others.answers.get(i).ids();
            if (!Arrays.equals(mine, theirs)) {
                throw new IllegalStateException("two ways to run the same policy answer problem " + i + " differently: "
                        + Arrays.toString(mine) + " and " + Arrays.toString(theirs));
            }
        }
    }
}
