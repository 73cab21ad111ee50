package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Algorithms that read the text, in the real runtime, against loops that recompute everything. */
class StepwiseAlgorithmsTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int TOKENS = 120;
    private static final FakeModel SMALL = new FakeModel(1, FakePair.VOCABULARY);
    private static final FakeModel LARGE = new FakeModel(2, FakePair.VOCABULARY);
    private static final FakeVocabulary WORDS = FakeVocabulary.endless(FakePair.VOCABULARY);

    private final int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
    private final List<String> writers = new ArrayList<>();
    private int length = PROMPT.length;

    private TokenCandidate next(FakeModel model) {
        return model.next(ids, length, SamplingParams.GREEDY);
    }

    private void write(FakeModel model) {
        ids[length] = next(model).token();
        writers.add(model == SMALL ? "s" : "l");
        length++;
    }

    private void assertWrites(PolicySpec policy) {
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, policy));
            assertThat(log.ids()).isEqualTo(Arrays.copyOfRange(ids, PROMPT.length, ids.length));
            assertThat(log.writers()).isEqualTo(writers);
            assertThat(writers).contains("s", "l");
            pair.assertIdleAndBalanced();
        }
    }

    /** Every token from id 30 on has the delimiter in it. */
    @ParameterizedTest
    @CsvSource({"1, 512, true", "1, 512, false", "3, 512, true", "2, 5, true"})
    void theFirstTokenOfAStepDecidesWhoWritesIt(int leastStep, int mostStep, boolean redo) {
        while (length < ids.length) {
            TokenCandidate glimpse = next(SMALL);
            boolean large = glimpse.entropy() > 0.4;
            write(large && redo ? LARGE : SMALL);
            int tokens = 1;
            while (length < ids.length && !(ids[length - 1] >= 30 && tokens >= leastStep) && tokens < mostStep) {
                write(large ? LARGE : SMALL);
                tokens++;
            }
        }
        assertWrites(new PolicySpec(
                "glimpse",
                Map.of("delimiter", "<3", "tau", 0.4, "minStep", leastStep, "maxStep", mostStep, "redo", redo)));
    }

    /** Every token from id 26 on is a call for as many tokens, which the large model does not see. */
    @ParameterizedTest
    @CsvSource({"5, 512", "1, 512", "100, 3"})
    void aCallLetsTheLargeModelWriteSoManyTokens(int mostCalls, int mostTokens) {
        List<Integer> seen = new ArrayList<>();
        for (int id : PROMPT) {
            seen.add(id);
        }
        int calls = 0;
        while (length < ids.length) {
            write(SMALL);
            int id = ids[length - 1];
            if (id < 26) {
                seen.add(id);
                continue;
            }
            assertThat(WORDS.piece(id)).isEqualTo("<" + id + ">");
            for (int i = 0; calls < mostCalls && i < Math.min(id, mostTokens) && length < ids.length; i++) {
                int[] view = seen.stream().mapToInt(Integer::intValue).toArray();
                ids[length] =
                        LARGE.next(view, view.length, SamplingParams.GREEDY).token();
                seen.add(ids[length]);
                writers.add("l");
                length++;
            }
            calls++;
        }
        assertWrites(new PolicySpec(
                "relay", Map.of("open", "<", "close", ">", "maxCalls", mostCalls, "maxPerCall", mostTokens)));
    }

    @Test
    void callsThatAreNotFollowedLeaveTheSmallModelAlone() {
        while (length < ids.length) {
            write(SMALL);
        }
        try (FakePair pair = new FakePair()) {
            PolicySpec none = new PolicySpec("relay", Map.of("open", "<", "close", ">", "maxCalls", 0));
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, none));
            assertThat(log.writers()).isEqualTo(writers);
            assertThat(pair.large.steps()).isEmpty();
        }
    }
}
