package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that both models write together, against loops that recompute everything. */
class FusionTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int TOKENS = 60;
    private static final FakeModel SMALL = new FakeModel(1, FakePair.VOCABULARY);
    private static final FakeModel LARGE = new FakeModel(2, FakePair.VOCABULARY);

    private static PolicySpec fuse(double large, double small) {
        return new PolicySpec("fuse", Map.of("weightLarge", large, "weightSmall", small));
    }

    private static PolicySpec gated(double threshold) {
        return new PolicySpec("fuse", Map.of("gate", "entropy", "tau", threshold));
    }

    private static int rows(FakeExecutor executor) {
        return executor.steps().stream()
                .mapToInt(step -> step.rowTokens().size())
                .sum();
    }

    /** The largest of {@code large * logit + small * logit}; among plausible ids of the large model where a share is given. */
    private static int fusedToken(int[] ids, int length, double large, double small, double share) {
        LogitRow ofLarge = LARGE.row(LARGE.stateOf(ids, length));
        LogitRow ofSmall = SMALL.row(SMALL.stateOf(ids, length));
        double max = 0;
        for (int id = 0; id < FakePair.VOCABULARY; id++) {
            max = Math.max(max, ofLarge.logit(id));
        }
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int id = 0; id < FakePair.VOCABULARY; id++) {
            double value = large * ofLarge.logit(id) + small * ofSmall.logit(id);
            if (Math.exp(ofLarge.logit(id) - max) >= share && value > most) {
                most = value;
                best = id;
            }
        }
        return best;
    }

    /** Tokens of both where the predicate says so of the length, else of the small model. */
    private static int[] fused(double large, double small, double share, IntPredicate together, int[] ids) {
        for (int length = PROMPT.length; length < ids.length; length++) {
            ids[length] = together.test(length)
                    ? fusedToken(ids, length, large, small, share)
                    : SMALL.next(ids, length, SamplingParams.GREEDY).token();
        }
        return Arrays.copyOfRange(ids, PROMPT.length, ids.length);
    }

    @Test
    void allTheWeightOnOneModelGivesItsIds() {
        try (FakePair pair = new FakePair()) {
            EventLog large = pair.run(pair.request("pair", PROMPT, TOKENS, fuse(1, 0)));
            EventLog small = pair.run(pair.request("pair", PROMPT, TOKENS, fuse(0, 1)));
            assertThat(large.ids()).isEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
            assertThat(small.ids()).isEqualTo(Oracle.alone(SMALL, PROMPT, TOKENS));
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void drawnTokensAreThoseOfTheFusedRow() {
        SamplingParams drawn = SamplingParams.GREEDY.withTemperature(1f).withSeed(9);
        try (FakePair pair = new FakePair()) {
            var request = pair.request("pair", PROMPT, TOKENS, fuse(0.6, 0.4));
            EventLog log = pair.run(
                    new GenerationRequest("drawn", "pair", PROMPT, drawn, request.stop(), request.policy(), 5));
            int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
            System.arraycopy(log.ids(), 0, ids, PROMPT.length, TOKENS);
            int greedy = 0;
            for (int i = 0; i < TOKENS; i++) {
                int best = fusedToken(ids, PROMPT.length + i, 0.6, 0.4, 0);
                assertThat(log.tokens().get(i).topIds()[0]).isEqualTo(best);
                greedy += log.ids()[i] == best ? 1 : 0;
            }
            assertThat(greedy).isLessThan(TOKENS);
            assertThat(log.ids())
                    .isEqualTo(pair.run(new GenerationRequest(
                                    "again", "pair", PROMPT, drawn, request.stop(), request.policy(), 5))
                            .ids());
        }
    }

    @Test
    void everyTokenCostsARowOfEachModelAndNoCatchUp() {
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, fuse(0.5, 0.5)));
            assertThat(log.ids())
                    .isEqualTo(fused(0.5, 0.5, 0, at -> true, Arrays.copyOf(PROMPT, PROMPT.length + TOKENS)));
            assertThat(log.writers()).isEqualTo(Collections.nCopies(TOKENS, "l"));
            assertThat(rows(pair.small)).isEqualTo(TOKENS);
            assertThat(rows(pair.large)).isEqualTo(TOKENS);
            assertThat(pair.model("s").fusedRows()).isEqualTo(TOKENS);
            assertThat(pair.model("l").fusedRows()).isEqualTo(TOKENS);
            assertThat(log.awaitFinished().stats().catchUpTokens()).containsOnly(Map.entry("s", 0), Map.entry("l", 0));
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void contrastiveDecodingStaysAmongPlausibleTokens() {
        PolicySpec contrastive =
                new PolicySpec("fuse", Map.of("weightLarge", 1.5, "weightSmall", -0.5, "plausibility", 0.01));
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, contrastive));
            int[] plausible = fused(1.5, -0.5, 0.01, at -> true, Arrays.copyOf(PROMPT, PROMPT.length + TOKENS));
            assertThat(log.ids()).isEqualTo(plausible);
            assertThat(plausible).isNotEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
        }
    }

    /** The row of which the small model was unsure is used again: a second forward of it would be a second row. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.8})
    void onlyUnsureTokensAreWrittenTogetherAndTheSmallModelRunsOnce(double threshold) {
        int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
        int[] together = new int[1];
        IntPredicate unsure = length -> {
            boolean is = SMALL.next(ids, length, SamplingParams.GREEDY).entropy() > threshold;
            together[0] += is ? 1 : 0;
            return is;
        };
        int[] expected = fused(0.5, 0.5, 0, unsure, ids);
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, gated(threshold)));
            assertThat(log.ids()).isEqualTo(expected);
            assertThat(rows(pair.small)).isEqualTo(TOKENS);
            assertThat(rows(pair.large)).isEqualTo(together[0]);
            assertThat(pair.model("s").fusedRows()).isZero();
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void eachModelMaySeeAnotherView() {
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), TestPolicies.all())) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, PolicySpec.of("together")));
            int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
            for (int length = PROMPT.length; length < ids.length; length++) {
                int[] seen = Arrays.copyOfRange(ids, ViewPolicies.Together.CUT, length);
                LogitRow large = LARGE.row(LARGE.stateOf(ids, length));
                LogitRow small = SMALL.row(SMALL.stateOf(seen, seen.length));
                int best = 0;
                for (int id = 1; id < FakePair.VOCABULARY; id++) {
                    best = large.logit(id) + small.logit(id) > large.logit(best) + small.logit(best) ? id : best;
                }
                ids[length] = best;
            }
            assertThat(log.ids()).isEqualTo(Arrays.copyOfRange(ids, PROMPT.length, ids.length));
            pair.assertIdleAndBalanced();
        }
    }

    private static boolean isFusedOrGivesItsRow(BatchRow row) {
        CandidateRequest wanted = row.candidate();
        return wanted != null && (wanted.row() || wanted.fusion() != null);
    }

    @Test
    void aModelThatHasNoRowLeavesTheTokenToTheOther() {
        for (boolean smallFails : new boolean[] {true, false}) {
            try (FakePair pair = new FakePair()) {
                (smallFails ? pair.small : pair.large).failOn(FusionTest::isFusedOrGivesItsRow);
                EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, fuse(0.5, 0.5)));
                assertThat(log.ids()).isEqualTo(Oracle.alone(smallFails ? LARGE : SMALL, PROMPT, TOKENS));
                pair.assertIdleAndBalanced();
            }
        }
    }

    @Test
    void whereNoModelHasARowTheRequestFailsAndNoOther() {
        try (FakePair pair = new FakePair()) {
            pair.small.failOn(row -> row.ids()[0] == 3);
            pair.large.failOn(row -> row.ids()[0] == 3);
            EventLog failing = new EventLog();
            EventLog other = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, fuse(0.5, 0.5)), failing);
            pair.submit(pair.request("pair", new int[] {8, 2}, TOKENS, fuse(1, 0)), other);
            assertThat(((TokenEvent.Failed) failing.awaitEnd()).error().kind())
                    .isEqualTo(EngineException.Kind.INTERNAL);
            other.awaitFinished();
            assertThat(other.ids()).isEqualTo(Oracle.alone(LARGE, new int[] {8, 2}, TOKENS));
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aCancelBetweenTwoRowsFreesBothModels() {
        try (FakePair pair = new FakePair()) {
            StepGate gate = new StepGate();
            pair.small.gate(gate);
            EventLog log = new EventLog();
            GenerationHandle handle = pair.submit(pair.request("pair", PROMPT, 200, fuse(0.5, 0.5)), log);
            gate.awaitStep();
            handle.cancel();
            gate.open();
            assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
            assertThat(log.ids()).isEmpty();
            pair.assertIdleAndBalanced();
        }
    }
}
