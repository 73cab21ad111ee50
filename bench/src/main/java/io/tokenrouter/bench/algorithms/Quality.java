package io.tokenrouter.bench.algorithms;

import io.tokenrouter.bench.demo.Answer;
import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import java.util.List;
import java.util.function.Function;

/**
 * What the answers of a contender are worth; nothing of it depends on the machine.
 *
 * @param accuracy part of the problems whose answer is right
 */
record Quality(Contender contender, Answers answers, double accuracy) {

    /**
     * Grades by exact match of the last line; an answer that a limit cut off is wrong.
     *
     * @param text of the ids of an answer
     */
    static Quality of(Contender contender, List<Problem> problems, Answers answers, Function<int[], String> text) {
        int right = 0;
        for (int i = 0; i < problems.size(); i++) {
            Answer answer = answers.answers().get(i);
            right += answer.ended() && DemoTask.grade(text.apply(answer.ids()), problems.get(i)) ? 1 : 0;
        }
        return new Quality(contender, answers, (double) right / problems.size());
    }

    double largeShare() {
        return answers.largeShare();
    }
}
