package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Of several answers to a prompt, those whose tokens are the most probable in the mean. */
final class BestAnswers {

    private BestAnswers() {}

    /**
     * As many answers to each prompt as the request wants, the best first where there are more; counted anew.
     *
     * @param all of the job, in its order
     */
    static List<FinishedChoice> of(Job job, List<FinishedChoice> all) {
        Map<Integer, List<FinishedChoice>> byPrompt = new LinkedHashMap<>();
        all.forEach(choice -> byPrompt.computeIfAbsent(choice.asked().prompt(), added -> new ArrayList<>())
                .add(choice));
        List<FinishedChoice> told = new ArrayList<>();
        for (List<FinishedChoice> answers : byPrompt.values()) {
            if (answers.size() > job.output().answers()) {
                answers.sort(
                        Comparator.comparingDouble(BestAnswers::meanLogprob).reversed());
            }
            answers.stream().limit(job.output().answers()).forEach(choice -> told.add(choice.at(told.size())));
        }
        return told;
    }

    /** Nats; of the tokens whose probability is known, the end token included. */
    private static double meanLogprob(FinishedChoice choice) {
        return choice.tokens().stream()
                .mapToDouble(TokenEvent.Token::logprob)
                .filter(logprob -> !Double.isNaN(logprob))
                .average()
                .orElse(Double.NEGATIVE_INFINITY);
    }
}
