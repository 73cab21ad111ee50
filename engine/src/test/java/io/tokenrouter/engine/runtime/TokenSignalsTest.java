package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.TokenSignals;
import io.tokenrouter.engine.api.TokenSignals.Agreement;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What listeners are told of positions, if they want it. */
class TokenSignalsTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9, 2, 6, 5};
    private static final int TOKENS = 60;

    private final FakePair pair = new FakePair();

    @AfterEach
    void everyBlockIsBack() {
        pair.assertIdleAndBalanced();
        pair.close();
    }

    /** Listens to all that there is; the signals of a token come before it. */
    private static final class Listener implements TokenListener {

        private final EventLog log = new EventLog();
        private final List<TokenSignals> signals = new ArrayList<>();
        private final boolean wants;
        private int tokens;

        Listener(boolean wants) {
            this.wants = wants;
        }

        @Override
        public boolean wantsSignals() {
            return wants;
        }

        @Override
        public void onSignals(TokenSignals told) {
            assertThat(told.index()).isEqualTo(tokens);
            signals.add(told);
        }

        @Override
        public void onEvent(TokenEvent event) {
            tokens += event instanceof TokenEvent.Token ? 1 : 0;
            log.onEvent(event);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.45, 1})
    void tellWhatTheSmallModelSaidAndWhetherTheLargeOneAgrees(double threshold) {
        Listener listener = ask(FakePair.entropy(threshold), true);

        int[] ids = ids(listener);
        for (int i = 0; i < TOKENS; i++) {
            TokenCandidate small = pair.small.model().next(ids, PROMPT.length + i, SamplingParams.GREEDY);
            TokenCandidate large = pair.large.model().next(ids, PROMPT.length + i, SamplingParams.GREEDY);
            boolean both = small.entropy() >= threshold;
            Agreement agreement =
                    !both ? Agreement.UNKNOWN : small.token() == large.token() ? Agreement.SAME : Agreement.DIFFERENT;
            assertThat(listener.signals.get(i))
                    .isEqualTo(new TokenSignals(
                            i,
                            "s",
                            both ? "l" : "s",
                            small.entropy(),
                            small.topProb(),
                            small.margin(),
                            Float.NaN,
                            agreement));
        }
    }

    @Test
    void aRouterHeadsNumberIsTold() {
        Listener listener = ask(new PolicySpec("neural", Map.of("threshold", 0.5)), true);

        assertThat(listener.signals).hasSize(TOKENS);
        for (TokenSignals signals : listener.signals) {
            assertThat(signals.writer()).isEqualTo(signals.score() >= 0.5f ? "l" : "s");
        }
    }

    /** A draft that stands is the large model's own choice, the one that it replaces is not; behind both nobody was asked twice. */
    @ParameterizedTest
    @ValueSource(strings = {"greedy", "exact"})
    void draftsThatStandAreAgreementAndOneThatFallsIsNot(String rule) {
        int k = 4;
        Listener listener = ask(new PolicySpec("speculative", Map.of("accept", rule, "k", k)), true);

        int[] ids = ids(listener);
        int i = 0;
        while (i < TOKENS) {
            int drafts = Math.min(k, TOKENS - 1 - i);
            int end = i + drafts;
            while (i < end && isOwn(ids, i)) {
                assertThat(listener.signals.get(i++).agreement()).isEqualTo(Agreement.SAME);
            }
            assertThat(listener.signals.get(i).asked()).isEqualTo(i < end ? "s" : "l");
            assertThat(listener.signals.get(i).agreement())
                    .isEqualTo(i < end ? Agreement.DIFFERENT : Agreement.UNKNOWN);
            i++;
        }
    }

    /** Whether the small model would have written the token, which is the large one's. */
    private boolean isOwn(int[] ids, int index) {
        int length = PROMPT.length + index;
        return pair.small.model().next(ids, length, SamplingParams.GREEDY).token() == ids[length];
    }

    @Test
    void whereTheModelsAreTheSameEveryDraftIsAgreement() {
        FakeExecutor small = new FakeExecutor(pair.small.model(), FakePair.SPEC);
        FakeExecutor large = new FakeExecutor(pair.small.model(), FakePair.SPEC);
        FakeVocabulary words = FakeVocabulary.endless(FakePair.VOCABULARY);
        try (FakePair twins = new FakePair(FakePair.OPTIONS, small, large, words, List.of())) {
            Listener listener = new Listener(true);
            PolicySpec policy = new PolicySpec("speculative", Map.of("accept", "greedy", "k", 4));
            twins.submit(twins.request("pair", PROMPT, TOKENS, policy), listener);
            listener.log.awaitFinished();

            for (int i = 0; i < TOKENS; i++) {
                assertThat(listener.signals.get(i).agreement())
                        .as("the token behind four drafts is nobody's draft")
                        .isEqualTo(i % 5 == 4 ? Agreement.UNKNOWN : Agreement.SAME);
            }
            twins.assertIdleAndBalanced();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cascade", "maxLoss", "head"})
    void whatStandsByAnotherRuleSaysNothingOfAgreement(String rule) {
        Listener listener =
                ask(new PolicySpec("speculative", Map.of("accept", rule, "checkpoint", "demo", "below", 0.5)), true);

        assertThat(listener.signals)
                .hasSize(TOKENS)
                .allSatisfy(signals -> assertThat(signals.agreement()).isEqualTo(Agreement.UNKNOWN));
    }

    @Test
    void whereOneModelIsAskedNobodyAgrees() {
        assertThat(ask(FakePair.fixed("large"), true).signals).hasSize(TOKENS).allSatisfy(signals -> {
            assertThat(signals.asked()).isEqualTo("l");
            assertThat(signals.agreement()).isEqualTo(Agreement.UNKNOWN);
        });
    }

    @Test
    void whoDoesNotWantThemIsToldNoneAndGetsTheSameAnswer() {
        Listener without = ask(FakePair.entropy(0.45), false);
        Listener with = ask(FakePair.entropy(0.45), true);

        assertThat(without.signals).isEmpty();
        assertThat(without.log.tokens()).usingRecursiveComparison().isEqualTo(with.log.tokens());
    }

    @Test
    void aListenerThatFailsOnThemEndsItsOwnRequestOnly() {
        EventLog log = new EventLog();
        pair.engine.submit(pair.request("pair", PROMPT, TOKENS, FakePair.entropy(0.45)), new TokenListener() {
            @Override
            public boolean wantsSignals() {
                return true;
            }

            @Override
            public void onSignals(TokenSignals signals) {
                throw new IllegalStateException("no room");
            }

            @Override
            public void onEvent(TokenEvent event) {
                log.onEvent(event);
            }
        });

        assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
        assertThat(log.tokens()).as("it is told the end and nothing else").isEmpty();
        assertThat(pair.run(pair.request("l", PROMPT, 5, null)).ids()).hasSize(5);
    }

    private Listener ask(PolicySpec policy, boolean wants) {
        Listener listener = new Listener(wants);
        pair.engine.submit(pair.request("pair", PROMPT, TOKENS, policy), listener);
        listener.log.awaitFinished();
        return listener;
    }

    private static int[] ids(Listener listener) {
        int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
        System.arraycopy(listener.log.ids(), 0, ids, PROMPT.length, TOKENS);
        return ids;
    }
}
