package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

/**
 * How whole answers are distributed that were drafted, judged, corrected and continued in the real runtime, against every answer's
 * probability. Three drafts and the token behind them: the fourth of an answer is always the large model's own.
 */
class DrawnSpeculationTest {

    private static final int VOCABULARY = 4;
    private static final int TOKENS = 4;
    private static final int ANSWERS = 6_000;
    private static final int[] PROMPT = {2, 0, 1};

    /** Fewer expected answers are counted together. */
    private static final double FEW = 5;

    /** Standard deviations of Pearson's statistic above its mean; seeds are fixed, so the outcome is always the same. */
    private static final double MOST = 4.5;

    private static final double CERTAINLY_ANOTHER = 30;

    private final ExecutorSpec spec = new ExecutorSpec(VOCABULARY, 16, 4, 100, 16, 64);
    private final DrawingExecutor small = new DrawingExecutor(new FakeModel(1, VOCABULARY), spec);
    private final DrawingExecutor large = new DrawingExecutor(new FakeModel(2, VOCABULARY), spec);
    private int firstOfSmall;

    @Test
    void exactVerificationLeavesTheLargeModelsDistribution() {
        int[] counts = answers(Map.of("accept", "exact", "k", 3));

        assertThat(deviations(counts, (p, q) -> p)).isLessThan(MOST);
        assertThat(deviations(counts, (p, q) -> q)).as("the test can tell").isGreaterThan(CERTAINLY_ANOTHER);
        double[] p = large.distribution(PROMPT, PROMPT.length);
        double[] q = small.distribution(PROMPT, PROMPT.length);
        double overlap = 0;
        for (int id = 0; id < VOCABULARY; id++) {
            overlap += Math.min(p[id], q[id]);
        }
        assertThat((double) firstOfSmall / ANSWERS).as("no draft falls in vain").isCloseTo(overlap, offset(0.03));
    }

    @Test
    void aCascadeOfRowsTakesTheDraftsOfASureSmallModel() {
        int[] counts = answers(Map.of("accept", "cascade", "deferral", "chow", "alpha", 0.5, "k", 3));

        BinaryOperator<double[]> chow = (p, q) -> Arrays.stream(q).max().orElseThrow() < 0.5 ? p : q;
        assertThat(deviations(counts, chow)).isLessThan(MOST);
        assertThat(deviations(counts, (p, q) -> p)).as("the test can tell").isGreaterThan(CERTAINLY_ANOTHER);
    }

    @Test
    void aCascadeOfTokensTakesThoseThatTheLargeModelLikes() {
        int[] counts = answers(Map.of("accept", "cascade", "deferral", "token", "alpha", 0.2, "k", 3));

        assertThat(deviations(counts, (p, q) -> likedOf(p, q, 0.2))).isLessThan(MOST);
        assertThat(deviations(counts, (p, q) -> p)).as("the test can tell").isGreaterThan(CERTAINLY_ANOTHER);
    }

    private static double[] likedOf(double[] p, double[] q, double alpha) {
        double bar = Arrays.stream(p).max().orElseThrow() - alpha;
        double rejected = 0;
        for (int id = 0; id < p.length; id++) {
            rejected += p[id] >= bar ? 0 : q[id];
        }
        double[] mixed = new double[p.length];
        for (int id = 0; id < p.length; id++) {
            mixed[id] = (p[id] >= bar ? q[id] : 0) + rejected * p[id];
        }
        return mixed;
    }

    /** How often each answer came, its ids read as a number. */
    private int[] answers(Map<String, Object> options) {
        int[] counts = new int[(int) Math.pow(VOCABULARY, TOKENS)];
        try (RoutingEngine engine =
                new RoutingEngine(EngineOptions.DEFAULTS.withLimits(16, ANSWERS), RoutingAlgorithms.load())) {
            engine.addModel("s", small, FakeVocabulary.endless(VOCABULARY));
            engine.addModel("l", large, FakeVocabulary.endless(VOCABULARY));
            engine.addPair("pair", "s", "l", new PolicySpec("speculative", options));
            List<EventLog> logs = new ArrayList<>();
            for (int seed = 0; seed < ANSWERS; seed++) {
                EventLog log = new EventLog();
                logs.add(log);
                engine.submit(
                        new GenerationRequest(
                                "r" + seed,
                                "pair",
                                PROMPT,
                                SamplingParams.GREEDY.withTemperature(1f).withSeed(seed),
                                StopCriteria.maxTokens(TOKENS),
                                null,
                                0),
                        log);
            }
            for (EventLog log : logs) {
                log.awaitFinished();
                counts[Arrays.stream(log.ids()).reduce(0, (number, id) -> number * VOCABULARY + id)]++;
                firstOfSmall += log.writers().getFirst().equals("s") ? 1 : 0;
            }
        }
        return counts;
    }

    /**
     * How far Pearson's statistic is above its mean, in standard deviations.
     *
     * @param drafted distribution of a token that was drafted and judged, of the large model's and the small model's
     */
    private double deviations(int[] counts, BinaryOperator<double[]> drafted) {
        double statistic = 0;
        int cells = 0;
        double restExpected = 0;
        int restCounted = 0;
        for (int answer = 0; answer < counts.length; answer++) {
            double expected = ANSWERS * probability(answer, drafted);
            if (expected < FEW) {
                restExpected += expected;
                restCounted += counts[answer];
            } else {
                statistic += (counts[answer] - expected) * (counts[answer] - expected) / expected;
                cells++;
            }
        }
        if (restExpected > FEW) {
            statistic += (restCounted - restExpected) * (restCounted - restExpected) / restExpected;
            cells++;
        }
        int freedom = cells - 1;
        return (statistic - freedom) / Math.sqrt(2.0 * freedom);
    }

    private double probability(int answer, BinaryOperator<double[]> drafted) {
        int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
        double probability = 1;
        for (int i = 0; i < TOKENS; i++) {
            int length = PROMPT.length + i;
            double[] p = large.distribution(ids, length);
            double[] q = small.distribution(ids, length);
            ids[length] = answer / (int) Math.pow(VOCABULARY, TOKENS - 1 - i) % VOCABULARY;
            probability *= (i < TOKENS - 1 ? drafted.apply(p, q) : p)[ids[length]];
        }
        return probability;
    }
}
