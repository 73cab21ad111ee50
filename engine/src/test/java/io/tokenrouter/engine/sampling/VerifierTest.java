package io.tokenrouter.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.data.Offset.offset;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.sampling.AcceptRule.Deferral;
import io.tokenrouter.engine.sampling.Verifier.Draft;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What comes out of draft and judgement is distributed as the rule says: counted over many positions, each with its own numbers. */
class VerifierTest {

    private static final int VOCABULARY = 8;
    private static final int DRAWS = 60_000;

    /** Pearson's statistic of 7 degrees of freedom is larger once in 100,000 times; the seeds are fixed. */
    private static final double MOST = 36;

    private static final int[] HISTORY = new int[DRAWS];

    private final Sampler sampler = SamplerTest.sampler(VOCABULARY);
    private final Verifier verifier = new Verifier(VOCABULARY, SoftmaxKernel.scalar(), sampler);
    private final float[] small = SamplerTest.gaussianRow(VOCABULARY, 5);
    private final float[] large = SamplerTest.gaussianRow(VOCABULARY, 6);
    private int accepted;

    private static SamplingParams at(float temperature, float topP, int topK) {
        return new SamplingParams(temperature, topP, topK, 0f, 1f, 0f, 0f, Map.of(), 3);
    }

    private double[] distribution(float[] row, SamplingParams params) {
        return NaiveSampling.distribution(NaiveSampling.adjusted(row, VOCABULARY, params, new int[0], 0), params);
    }

    /** How often each id comes out. */
    private int[] outcomes(AcceptRule rule, SamplingParams params) {
        TokenDistribution source = sampler.distribution(small, 0, params, null, HISTORY, 0, 0);
        int[] counts = new int[VOCABULARY];
        for (int position = 0; position < DRAWS; position++) {
            int token = sampler.sample(small, 0, params, null, position, HISTORY, 0, 0);
            counts[outcome(rule, params, new Draft(token, source, null, position, HISTORY, 0))]++;
        }
        return counts;
    }

    private int outcome(AcceptRule rule, SamplingParams params, Draft draft) {
        int verdict = verifier.judge(large, 0, rule, params, draft);
        accepted += verdict == Verifier.ACCEPTED ? 1 : 0;
        return verdict == Verifier.ACCEPTED ? draft.token() : verdict;
    }

    @Test
    void exactVerificationLeavesTheJudgesDistribution() {
        for (SamplingParams params : List.of(at(1, 1, 0), at(0.6f, 1, 0), at(1, 0.8f, 0), at(1.5f, 1, 4))) {
            accepted = 0;
            double[] p = distribution(large, params);
            double[] q = distribution(small, params);
            int[] counts = outcomes(AcceptRule.EXACT, params);

            assertThat(NaiveSampling.chiSquare(counts, p, DRAWS, 5)).isLessThan(MOST);
            double overlap = 0;
            for (int id = 0; id < VOCABULARY; id++) {
                overlap += Math.min(p[id], q[id]);
                assertThat(counts[id] == 0 || p[id] > 0).isTrue();
            }
            assertThat((double) accepted / DRAWS).isCloseTo(overlap, offset(0.01));
        }
    }

    @Test
    void whatTheJudgeWouldDrawFromIsEnoughToJudge() {
        SamplingParams params = at(1.5f, 0.9f, 5);
        TokenDistribution source = sampler.distribution(small, 0, params, null, HISTORY, 0, 0);
        TokenDistribution own = sampler.distribution(large, 0, params, null, HISTORY, 0, 0);
        List<AcceptRule> rules = List.of(
                AcceptRule.EXACT,
                new AcceptRule.Cascade(Deferral.OPTIMAL, 0.3f),
                new AcceptRule.Cascade(Deferral.TOKEN, 0.3f));
        for (int position = 0; position < 1000; position++) {
            AcceptRule rule = rules.get(position % rules.size());
            Draft draft = new Draft(position % VOCABULARY, source, null, position, HISTORY, 0);
            assertThat(verifier.judge(own, rule, params, draft, true))
                    .isEqualTo(verifier.judge(large, 0, rule, params, draft));
        }
    }

    @Test
    void aDistributionIsOfItsWeights() {
        TokenDistribution made = TokenDistribution.ofWeights(new int[] {2, 5, 7}, new float[] {3, 1, 0});
        float[] written = {9, 9, 9, 9, 9, 9, 9, 9};
        made.writeTo(written);
        assertThat(written).containsExactly(0, 0, 0.75f, 0, 0, 0.25f, 0, 0);
    }

    @Test
    void anIdThatNobodyDrewIsJudgedAsWell() {
        SamplingParams params = at(1, 1, 0);
        int[] counts = new int[VOCABULARY];
        for (int position = 0; position < DRAWS; position++) {
            counts[outcome(AcceptRule.EXACT, params, new Draft(2, null, null, position, HISTORY, 0))]++;
        }
        assertThat(NaiveSampling.chiSquare(counts, distribution(large, params), DRAWS, 5))
                .isLessThan(MOST);
    }

    @ParameterizedTest
    @EnumSource
    void aCascadeMixesAsItsRuleSays(Deferral deferral) {
        SamplingParams params = at(1, 1, 0);
        double[] p = distribution(large, params);
        double[] q = distribution(small, params);
        for (float alpha : new float[] {0, 0.1f, 0.3f, 0.7f, 1}) {
            int[] counts = outcomes(new AcceptRule.Cascade(deferral, alpha), params);
            assertThat(NaiveSampling.chiSquare(counts, mixture(deferral, alpha, p, q), DRAWS, 5))
                    .as("alpha " + alpha)
                    .isLessThan(MOST);
        }
    }

    private static double[] mixture(Deferral deferral, double alpha, double[] p, double[] q) {
        double mostP = max(p);
        double mostQ = max(q);
        double variation = 0;
        for (int id = 0; id < p.length; id++) {
            variation += Math.abs(p[id] - q[id]) / 2;
        }
        double bar = deferral == Deferral.TOKEN ? mostP - alpha : (1 - alpha) * mostP;
        return switch (deferral) {
            case CHOW -> mostQ < 1 - alpha ? p : q;
            case DIFFERENCE -> mostP > mostQ + alpha ? p : q;
            case OPTIMAL -> mostQ < mostP - alpha * variation ? p : q;
            case TOKEN, TOKEN_RELATIVE -> {
                double[] mixed = new double[p.length];
                double rejected = 0;
                for (int id = 0; id < p.length; id++) {
                    mixed[id] = p[id] >= bar ? q[id] : 0;
                    rejected += p[id] >= bar ? 0 : q[id];
                }
                for (int id = 0; id < p.length; id++) {
                    mixed[id] += rejected * p[id];
                }
                yield mixed;
            }
        };
    }

    private static double max(double[] values) {
        double most = 0;
        for (double value : values) {
            most = Math.max(most, value);
        }
        return most;
    }

    @Test
    void greedyVerificationGivesTheTokenOfTheJudge() {
        for (SamplingParams params : List.of(at(0, 1, 0), at(1, 1, 0), at(1, 0.7f, 3))) {
            for (int position = 0; position < 500; position++) {
                Draft draft = new Draft(position % VOCABULARY, null, null, position, HISTORY, 0);
                assertThat(outcome(AcceptRule.GREEDY, params, draft))
                        .isEqualTo(sampler.sample(large, 0, params, null, position, HISTORY, 0, 0));
            }
        }
    }

    @Test
    void atTemperatureZeroExactIsGreedy() {
        int best = sampler.sample(large, 0, at(0, 1, 0), null, 0, HISTORY, 0, 0);
        for (int token = 0; token < VOCABULARY; token++) {
            Draft draft = new Draft(token, TokenDistribution.certain(token), null, 7, HISTORY, 0);
            assertThat(outcome(AcceptRule.EXACT, at(0, 1, 0), draft)).isEqualTo(best);
        }
    }

    @Test
    void aDraftStandsUpToTheLargestLoss() {
        double[] p = distribution(large, at(1, 1, 0));
        for (int token = 0; token < VOCABULARY; token++) {
            float loss = (float) -Math.log(p[token]);
            Draft draft = new Draft(token, null, null, 9, HISTORY, 0);
            assertThat(outcome(new AcceptRule.MaxLoss(loss + 0.001f), at(0, 1, 0), draft))
                    .isEqualTo(token);
            assertThat(outcome(new AcceptRule.MaxLoss(Math.max(0, loss - 0.001f)), at(0, 1, 0), draft))
                    .isEqualTo(NaiveSampling.argmax(p));
        }
    }

    @Test
    void whatAMaskForbidsNeitherStandsNorComes() {
        TokenMask allowed = TokenMask.ofIds(1, 4);
        List<AcceptRule> rules = List.of(
                AcceptRule.GREEDY,
                AcceptRule.EXACT,
                new AcceptRule.MaxLoss(100),
                new AcceptRule.Cascade(Deferral.CHOW, 1),
                new AcceptRule.Cascade(Deferral.TOKEN, 1));
        for (AcceptRule rule : rules) {
            for (int position = 0; position < 200; position++) {
                Draft draft = new Draft(position % VOCABULARY, null, allowed, position, HISTORY, 0);
                assertThat(outcome(rule, at(1, 1, 0), draft)).isIn(1, 4);
            }
        }
    }

    @Test
    void aRowThatIsNotDefinedLetsNothingStand() {
        float[] damaged = large.clone();
        damaged[VOCABULARY - 1] = Float.NaN;
        List<AcceptRule> rules = List.of(
                AcceptRule.GREEDY,
                AcceptRule.EXACT,
                new AcceptRule.MaxLoss(50),
                new AcceptRule.ByHead("any", 2),
                new AcceptRule.Cascade(Deferral.CHOW, 1),
                new AcceptRule.Cascade(Deferral.TOKEN, 1));
        for (AcceptRule rule : rules) {
            for (SamplingParams params : List.of(at(0, 1, 0), at(1, 1, 0))) {
                Draft draft = new Draft(2, null, null, 5, HISTORY, 0);
                assertThatExceptionOfType(InvalidLogitsException.class)
                        .as("%s", rule)
                        .isThrownBy(() -> verifier.judge(damaged, 0, rule, params, draft));
            }
        }
    }

    @Test
    void whatTheJudgeCouldNotWriteNeitherStandsNorComes() {
        large[2] = Float.NEGATIVE_INFINITY;
        large[5] = Float.NEGATIVE_INFINITY;
        List<AcceptRule> rules = List.of(
                AcceptRule.GREEDY,
                AcceptRule.EXACT,
                new AcceptRule.MaxLoss(Float.POSITIVE_INFINITY),
                new AcceptRule.Cascade(Deferral.CHOW, 1),
                new AcceptRule.Cascade(Deferral.DIFFERENCE, 1),
                new AcceptRule.Cascade(Deferral.OPTIMAL, 1),
                new AcceptRule.Cascade(Deferral.TOKEN, 1),
                new AcceptRule.Cascade(Deferral.TOKEN_RELATIVE, 1));
        for (AcceptRule rule : rules) {
            for (int position = 0; position < 200; position++) {
                Draft draft = new Draft(position % VOCABULARY, null, null, position, HISTORY, 0);
                assertThat(outcome(rule, at(1, 1, 0), draft)).as("%s", rule).isNotIn(2, 5);
            }
        }
    }

    @Property(tries = 300)
    void aDistributionIsThatOfTheDefinition(
            @ForAll @IntRange(min = 1, max = 200) int vocabulary,
            @ForAll @FloatRange(min = 0.3f, max = 2f) float temperature,
            @ForAll @IntRange(min = 0, max = 220) int topK,
            @ForAll long seed) {
        SamplingParams params = at(temperature, 1, topK);
        float[] row = SamplerTest.gaussianRow(vocabulary, seed);
        Sampler own = SamplerTest.sampler(vocabulary);
        double[] expected =
                NaiveSampling.distribution(NaiveSampling.adjusted(row, vocabulary, params, new int[0], 0), params);
        TokenDistribution kept = own.distribution(row, 0, params, null, HISTORY, 0, 0);
        float[] rest = new float[vocabulary];
        own.writeDistribution(row, 0, params, null, HISTORY, 0, 0, rest);
        for (int id = 0; id < vocabulary; id++) {
            assertThat((double) kept.probability(id)).isCloseTo(expected[id], offset(1e-5));
            assertThat((double) rest[id]).isCloseTo(expected[id], offset(1e-5));
        }
        kept.subtractFrom(rest);
        for (float left : rest) {
            assertThat(left).isCloseTo(0f, offset(1e-6f));
        }
    }
}
