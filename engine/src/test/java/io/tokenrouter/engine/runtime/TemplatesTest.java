package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeModel;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Models that read the prompt in chat templates of their own, against loops that recompute everything. */
class TemplatesTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int[] OWN = {3, 1, 7, 7, 7, 7, 7, 7, 7, 2};
    private static final int TOKENS = 60;
    private static final FakeModel SMALL = new FakeModel(1, FakePair.VOCABULARY);
    private static final FakeModel LARGE = new FakeModel(2, FakePair.VOCABULARY);

    private static GenerationRequest request(PolicySpec policy, int tokens, Map<String, int[]> renderings) {
        return new GenerationRequest(
                "r",
                "pair",
                PROMPT,
                SamplingParams.GREEDY,
                StopCriteria.maxTokens(tokens),
                policy,
                0,
                null,
                renderings);
    }

    private static FakePair pair(ExecutorSpec spec) {
        return new FakePair(FakePair.OPTIONS, spec, spec, Set.of(), TestPolicies.all());
    }

    private static int next(FakeModel model, int[] opening, int[] answer, int written) {
        int[] seen = Arrays.copyOf(opening, opening.length + written);
        System.arraycopy(answer, 0, seen, opening.length, written);
        return model.next(seen, seen.length, SamplingParams.GREEDY).token();
    }

    @Test
    void aModelReadsTheConversationInItsOwnTemplateAndTheAnswerBehindIt() {
        int[] answer = new int[TOKENS];
        int turn = 0;
        int length = 0;
        while (length < TOKENS) {
            int[] opening = turn % 2 == 0 && turn % 3 != 2 ? OWN : PROMPT;
            int tokens = turn % 2 == 0 ? 2 : 1;
            for (int i = 0; i < tokens && length < TOKENS; i++) {
                answer[length] = next(turn % 2 == 0 ? SMALL : LARGE, opening, answer, length);
                length++;
            }
            turn++;
        }
        try (FakePair pair = pair(FakePair.SPEC)) {
            EventLog log = pair.run(request(PolicySpec.of("templated"), TOKENS, Map.of("own", OWN)));
            assertThat(log.ids()).isEqualTo(answer);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void fusedRowsMayBeOfDifferentTemplates() {
        PolicySpec own = new PolicySpec("fuse", Map.of("weightLarge", 0, "weightSmall", 1, "ownTemplates", true));
        int[] answer = new int[TOKENS];
        IntStream.range(0, TOKENS).forEach(at -> answer[at] = next(SMALL, OWN, answer, at));
        try (FakePair pair = pair(FakePair.SPEC)) {
            EventLog log = pair.run(request(own, TOKENS, Map.of("small", OWN, "large", PROMPT)));
            assertThat(log.ids()).isEqualTo(answer);
            assertThat(pair.model("s").extendTokens())
                    .as("the template and the answer are read once")
                    .isEqualTo(OWN.length + TOKENS - 1);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aRequestWithoutTheTemplateIsRefused() {
        try (FakePair pair = pair(FakePair.SPEC)) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> pair.engine.submit(
                            request(PolicySpec.of("templated"), TOKENS, Map.of("small", OWN)), new EventLog()))
                    .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.INVALID_REQUEST))
                    .withMessageContaining("'own'")
                    .withMessageContaining("small");
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> pair.engine.submit(
                            request(PolicySpec.of("templated"), TOKENS, Map.of("own", new int[] {FakePair.VOCABULARY})),
                            new EventLog()))
                    .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.INVALID_REQUEST));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> request(PolicySpec.of("templated"), TOKENS, Map.of("own", new int[0])));
        }
    }

    @Test
    void theLongestTemplateDecidesHowLongAnAnswerMayBe() {
        ExecutorSpec narrow = new ExecutorSpec(FakePair.VOCABULARY, 32, 4, 400, 16, 64);
        try (FakePair pair = pair(narrow)) {
            EventLog log = pair.run(request(PolicySpec.of("templated"), 100, Map.of("own", OWN)));
            assertThat(log.ids()).hasSize(32 - OWN.length);
            pair.assertIdleAndBalanced();
        }
    }
}
