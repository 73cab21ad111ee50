package io.tokenrouter.bench.quality;

import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import java.util.List;

/**
 * How a policy did.
 *
 * @param largeShare share of all generated tokens, end tokens included, that the large model wrote
 * @param accuracy share of problems whose answer was right
 */
record Score(double largeShare, double accuracy, double switchesPerAnswer, int problems) {

    /**
     * Grades answers by exact match of their last line; one that a limit cut off is wrong.
     *
     * @param answers one for each problem, in the same order
     * @param largeModel id of the large model
     */
    static Score of(List<Problem> problems, List<Answer> answers, String largeModel) {
        long right = 0;
        long tokens = 0;
        long large = 0;
        long switches = 0;
        for (int i = 0; i < problems.size(); i++) {
            Answer answer = answers.get(i);
            right += answer.finished() && DemoTask.grade(answer.text(), problems.get(i)) ? 1 : 0;
            tokens += answer.tokens().values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            large += answer.tokens().getOrDefault(largeModel, 0);
            switches += answer.switches();
        }
        double count = problems.size();
        return new Score(tokens == 0 ? 0 : (double) large / tokens, right / count, switches / count, problems.size());
    }
}
