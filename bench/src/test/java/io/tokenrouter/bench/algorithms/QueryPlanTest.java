package io.tokenrouter.bench.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.bench.demo.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Five answers: scores and lengths by problem. */
class QueryPlanTest {

    private static final double[] SCORES = {0.4, 0.1, 0.9, 0.2, 0.7};
    private final QueryPlan plan = new QueryPlan(SCORES, answers(10, 10, 10, 10, 10), answers(20, 10, 40, 10, 30));

    @Test
    void theThresholdLetsThoseWithTheHighestScoresToTheLargeModelUntilTheShareIsReached() {
        assertThat(largeAt(0.49)).as("40 of 80 tokens").containsExactly(2);
        assertThat(largeAt(0.71)).as("70 of 100 tokens").containsExactly(2, 4);
        assertThat(largeAt(0.82)).as("90 of 110 tokens").containsExactly(0, 2, 4);
        assertThat(largeAt(1)).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aShareBelowHalfOfTheFirstAnswerIsNone() {
        assertThat(largeAt(0.2)).isEmpty();
        assertThat(largeAt(0.3)).containsExactly(2);
    }

    @Test
    void answersWithTheSameScoreAreNotTornApart() {
        QueryPlan tied = new QueryPlan(new double[] {0.5, 0.5, 0.1}, answers(10, 10, 10), answers(10, 10, 10));

        assertThat(tied.threshold(0.34)).isGreaterThan(0.1);
        assertThat(tied.threshold(0.3))
                .as("none is closer to it than two of three")
                .isGreaterThan(0.5);
        assertThat(tied.threshold(0.6)).isBetween(0.1, 0.5);
    }

    @Test
    void sharesThatAreNearlyTheSameAreAskedForOnce() {
        assertThat(QueryPlan.distinct(List.of(1.0, 0.05, 0.051, 0.0, 0.1, 0.105, 0.03)))
                .containsExactly(0.03, 0.05, 0.1);
    }

    private List<Integer> largeAt(double share) {
        double threshold = plan.threshold(share);
        return IntStream.range(0, SCORES.length)
                .filter(i -> SCORES[i] >= threshold)
                .boxed()
                .toList();
    }

    private static List<Answer> answers(int... lengths) {
        return Arrays.stream(lengths)
                .mapToObj(length -> new Answer(new int[length], 0, 0, 0, true))
                .toList();
    }
}
