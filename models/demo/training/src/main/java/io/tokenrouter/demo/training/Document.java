package io.tokenrouter.demo.training;

import io.tokenrouter.demo.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * One conversation as training material.
 *
 * @param ids its tokens
 * @param flags one for each token: {@link #PREDICT}, {@link #RESULT_DIGIT}, {@link #START}, or several
 */
record Document(int[] ids, int[] flags) {

    /** The trainer learns to predict this token. */
    static final int PREDICT = 1;

    /** A digit behind an equals sign; the trainer reports its accuracy on these apart. */
    static final int RESULT_DIGIT = 2;

    /** First token of a document: attention does not look back beyond it. */
    static final int START = 4;

    private static final String EQUALS = "Ġ=";
    private static final String DRILL_PROMPT = "Practice.";

    int length() {
        return ids.length;
    }

    /** A story problem and its answer; the answer and its end token are predicted. */
    static Document story(Problem problem, DemoTokenizer tokenizer) {
        Builder builder = new Builder(tokenizer, problem.prompt());
        boolean result = false;
        for (int id : tokenizer.encode(problem.answer())) {
            String token = tokenizer.tokens().get(id);
            if (token.equals(EQUALS)) {
                result = true;
            } else if (token.equals(".") || token.equals(",")) {
                result = false;
            }
            builder.add(id, PREDICT | (result && isDigit(token) ? RESULT_DIGIT : 0));
        }
        builder.add(DemoTokenizer.END, PREDICT);
        return builder.build();
    }

    /**
     * Practice equations, one a line. Only what follows the first equals sign of a line is predicted: the operands are
     * random.
     */
    static Document drill(List<int[]> lines, DemoTokenizer tokenizer) {
        Builder builder = new Builder(tokenizer, DRILL_PROMPT);
        for (int[] line : lines) {
            boolean result = false;
            for (int id : line) {
                String token = tokenizer.tokens().get(id);
                int predicted = isDigit(token) ? PREDICT | RESULT_DIGIT : PREDICT;
                builder.add(id, result ? predicted : 0);
                result |= token.equals(EQUALS);
            }
        }
        builder.add(DemoTokenizer.END, 0);
        return builder.build();
    }

    /** Tokens of a drill around its lines. */
    static int drillOverhead(DemoTokenizer tokenizer) {
        return tokenizer.encode(DRILL_PROMPT).length + 4;
    }

    private static boolean isDigit(String token) {
        return token.length() == 1 && Character.isDigit(token.charAt(0));
    }

    private static final class Builder {
        private final List<Integer> ids = new ArrayList<>();
        private final List<Integer> flags = new ArrayList<>();

        Builder(DemoTokenizer tokenizer, String prompt) {
            add(DemoTokenizer.USER, START);
            for (int id : tokenizer.encode(prompt)) {
                add(id, 0);
            }
            add(DemoTokenizer.END, 0);
            add(DemoTokenizer.ASSISTANT, 0);
        }

        void add(int id, int flag) {
            ids.add(id);
            flags.add(flag);
        }

        Document build() {
            return new Document(
                    ids.stream().mapToInt(Integer::intValue).toArray(),
                    flags.stream().mapToInt(Integer::intValue).toArray());
        }
    }
}
