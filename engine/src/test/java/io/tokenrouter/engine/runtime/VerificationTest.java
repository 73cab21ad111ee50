package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drafts that the large model judges, and what it is asked beside the answer, against loops that recompute everything. */
class VerificationTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int TOKENS = 60;
    private static final FakeModel SMALL = new FakeModel(1, FakePair.VOCABULARY);
    private static final FakeModel LARGE = new FakeModel(2, FakePair.VOCABULARY);

    private static PolicySpec speculative(int k, String accept) {
        return new PolicySpec("speculative", Map.of("k", k, "accept", accept));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void greedyVerificationGivesTheLargeModelsIds(int k) {
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, speculative(k, "greedy")));
            assertThat(log.ids()).isEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
            pair.assertIdleAndBalanced();
        }
    }

    private static PolicySpec judgedByHead(double below) {
        return new PolicySpec("speculative", Map.of("accept", "head", "checkpoint", "demo", "below", below));
    }

    @Test
    void whatAHeadFindsUnimportantStands() {
        try (FakePair pair = new FakePair()) {
            EventLog none = pair.run(pair.request("pair", PROMPT, TOKENS, judgedByHead(0)));
            EventLog all = pair.run(pair.request("pair", PROMPT, 10, judgedByHead(1.5)));

            assertThat(none.ids()).as("as greedy").isEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
            assertThat(all.writers()).containsExactly("s", "s", "s", "s", "l", "s", "s", "s", "s", "l");
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aHeadThatSaysNothingDefinedEndsTheRequest() {
        try (FakePair pair = new FakePair()) {
            pair.large.undefineHeads();
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, judgedByHead(1.5)), log);

            assertThat(log.awaitFailed().error()).hasStackTraceContaining("gave a number that is not defined");
            assertThat(log.ids()).isEmpty();
            pair.assertIdleAndBalanced();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 16})
    void draftsStandUpToTheFirstThatFails(int k) {
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, speculative(k, "maxLoss")));
            List<String> writers = new ArrayList<>();
            assertThat(log.ids()).isEqualTo(judgedByLoss(k, writers));
            assertThat(log.writers()).isEqualTo(writers);
            GenerationStats stats = log.awaitFinished().stats();
            long drafted = drafted(pair.small);
            assertThat(stats.discardedTokens())
                    .as("what was drafted and did not come to stand")
                    .isEqualTo((int) drafted - stats.completionTokens().get("s"));
            pair.assertIdleAndBalanced();
        }
    }

    /** Rows of the small model: one for each token that it drafted. */
    private static long drafted(FakeExecutor executor) {
        return executor.steps().stream()
                .mapToLong(step -> step.rowTokens().size())
                .sum();
    }

    private static int[] judgedByLoss(int k, List<String> writers) {
        int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
        int length = PROMPT.length;
        while (length < ids.length) {
            int drafts = Math.min(k, ids.length - length - 1);
            for (int i = 0; i < drafts; i++) {
                ids[length + i] =
                        SMALL.next(ids, length + i, SamplingParams.GREEDY).token();
            }
            int stands = 0;
            while (stands < drafts && stands(ids, length + stands)) {
                stands++;
            }
            for (int i = 0; i < stands; i++) {
                writers.add("s");
            }
            length += stands;
            ids[length] = LARGE.next(ids, length, SamplingParams.GREEDY).token();
            writers.add("l");
            length++;
        }
        return Arrays.copyOfRange(ids, PROMPT.length, ids.length);
    }

    private static boolean stands(int[] ids, int position) {
        return LARGE.loss(LARGE.stateOf(ids, position), ids[position]) <= 5
                || LARGE.next(ids, position, SamplingParams.GREEDY).token() == ids[position];
    }

    @Test
    void theLargeModelRunsOneStepForADraft() {
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, speculative(4, "maxLoss")));
            long own = log.writers().stream().filter("l"::equals).count();
            assertThat(pair.large.steps()).hasSize((int) own);
            assertThat(pair.large.steps())
                    .allSatisfy(step -> assertThat(step.rowTokens())
                            .allSatisfy(tokens -> assertThat(tokens).isLessThanOrEqualTo(PROMPT.length + 4)));
        }
    }

    @Test
    void aDraftEndsWithTheAnswer() {
        int[] alone = Oracle.alone(SMALL, PROMPT, TOKENS);
        int end = alone[2];
        try (FakePair pair = new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(end), List.of())) {
            PolicySpec trusting = new PolicySpec("speculative", Map.of("k", 16, "accept", "maxLoss", "maxLoss", 50));
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, trusting));
            int first = 0;
            while (alone[first] != end) {
                first++;
            }
            assertThat(log.ids()).isEqualTo(Arrays.copyOf(alone, first + 1));
            assertThat(drafted(pair.small)).isEqualTo(first + 1);
        }
    }

    @Test
    void anUnsureSmallModelEndsItsDraftBeforeTheTokenThatItIsUnsureOf() {
        PolicySpec policy =
                new PolicySpec("speculative", Map.of("k", 10, "accept", "maxLoss", "maxLoss", 50, "fallbackProb", 0.6));
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, policy));
            int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
            System.arraycopy(log.ids(), 0, ids, PROMPT.length, TOKENS);
            int inDraft = 0;
            for (int i = 0; i < TOKENS - 1; i++) {
                boolean sure = SMALL.next(ids, PROMPT.length + i, SamplingParams.GREEDY)
                                .topProb()
                        >= 0.6f;
                boolean drafted = sure && inDraft < 10;
                assertThat(log.writers().get(i)).as("token " + i).isEqualTo(drafted ? "s" : "l");
                inDraft = drafted ? inDraft + 1 : 0;
            }
        }
    }

    @Test
    void drawnTokensAreTheLargeModelsAsWell() {
        SamplingParams drawn = SamplingParams.GREEDY.withTemperature(1f).withSeed(9);
        try (FakePair pair = new FakePair()) {
            var request = pair.request("pair", PROMPT, TOKENS, speculative(4, "greedy"));
            EventLog log = pair.run(
                    new GenerationRequest("drawn", "pair", PROMPT, drawn, request.stop(), request.policy(), 0));
            assertThat(log.ids()).isEqualTo(Oracle.replace(LARGE, LARGE, PROMPT, TOKENS, 2.0, drawn));
        }
    }

    /** As long as the large model judges what it can in a step, the answer is its own. */
    @Test
    void stepsTooSmallForADraftJudgeAPartOfIt() {
        for (int ids = 1; ids <= 5; ids++) {
            ExecutorSpec tiny = new ExecutorSpec(FakePair.VOCABULARY, 256, 4, 400, 1, ids);
            try (FakePair pair = new FakePair(FakePair.OPTIONS, FakePair.SPEC, tiny, Set.of(), List.of())) {
                EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, speculative(8, "greedy")));
                assertThat(log.ids()).isEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
                pair.assertIdleAndBalanced();
            }
        }
    }

    @Test
    void whatIsAskedBesideTheAnswerIsForgottenAndWhatIsCutOutOfTheViewIsNotSeen() {
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), TestPolicies.all())) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, PolicySpec.of("aside")));
            int[] asked = new int[1];
            assertThat(log.ids()).isEqualTo(asides(asked));
            GenerationStats stats = log.awaitFinished().stats();
            assertThat(stats.sideBranchTokens()).isEqualTo(asked[0] * ViewPolicies.Aside.SUFFIX.size());
            assertThat(pair.model("l").sideBranchTokens()).isEqualTo(stats.sideBranchTokens());
            assertThat(pair.model("s").sideBranchTokens()).isZero();
            pair.assertIdleAndBalanced();
        }
    }

    private static int[] asides(int[] asked) {
        int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS + 3);
        int length = PROMPT.length;
        while (length < PROMPT.length + TOKENS) {
            int drafts = Math.min(3, PROMPT.length + TOKENS - length);
            for (int i = 0; i < drafts; i++) {
                ids[length + i] =
                        SMALL.next(ids, length + i, SamplingParams.GREEDY).token();
            }
            asked[0]++;
            if (prefersTheFirst(ids, length + drafts)) {
                length += drafts;
            } else {
                int[] seen = Arrays.copyOfRange(ids, ViewPolicies.Aside.CUT, length);
                ids[length] =
                        LARGE.next(seen, seen.length, SamplingParams.GREEDY).token();
                length++;
            }
        }
        return Arrays.copyOfRange(ids, PROMPT.length, PROMPT.length + TOKENS);
    }

    /** As the fake executor draws one of the options. */
    private static boolean prefersTheFirst(int[] ids, int length) {
        long state = LARGE.stateOf(ids, length);
        for (int id : ViewPolicies.Aside.SUFFIX) {
            state = LARGE.extend(state, id);
        }
        int[] options =
                ViewPolicies.Aside.OPTIONS.stream().mapToInt(Integer::intValue).toArray();
        return LARGE.candidate(state, SamplingParams.GREEDY, length, 0, TokenMask.ofIds(options))
                        .token()
                == options[0];
    }
}
