package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever fails that the engine calls, at whichever call and with whatever: each caller hears of an end or of a refusal, all
 * blocks come back, and the next request is served.
 */
class ForeignFaultsTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5};
    private static final int[] ANOTHER = {2, 7, 1, 8, 2};
    private static final int TOKENS = 12;

    @ParameterizedTest
    @EnumSource(Treacherous.How.class)
    void anAlgorithmThatFailsAnywhereEndsItsOwnRequestOnly(Treacherous.How how) {
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), List.of(new Treacherous()))) {
            int[] expected = pair.run(pair.request("pair", ANOTHER, TOKENS, FakePair.entropy(0.5)))
                    .ids();
            for (Treacherous.Place place : Treacherous.Place.values()) {
                for (int call : new int[] {1, 2, 5}) {
                    EventLog bystander = new EventLog();
                    pair.submit(pair.request("pair", ANOTHER, TOKENS, FakePair.entropy(0.5)), bystander);
                    pair.large.failOn(place == Treacherous.Place.UNAVAILABLE ? row -> row.ids()[0] == PROMPT[0] : null);

                    Outcome outcome =
                            submit(pair, pair.request("pair", PROMPT, TOKENS, Treacherous.policy(place, call, how)));

                    outcome.await(place + " " + call);
                    bystander.awaitFinished();
                    assertThat(bystander.ids()).as("%s %d", place, call).isEqualTo(expected);
                    pair.large.failOn(null);
                }
            }
            pair.assertIdleAndBalanced();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"overflow", "linkage", "exception"})
    void aListenerMayFailAtAnyEvent(String how) {
        try (FakePair pair = new FakePair()) {
            for (int at = 1; at <= TOKENS + 1; at++) {
                AtomicInteger left = new AtomicInteger(at);
                EventLog log = new EventLog();
                pair.submit(pair.request("pair", PROMPT, TOKENS, FakePair.entropy(0.5)), event -> {
                    log.onEvent(event);
                    if (left.decrementAndGet() == 0) {
                        fail(how);
                    }
                });
                assertThat(log.awaitEnd()).isInstanceOf(TokenEvent.Finished.class);
                assertThat(log.tokens()).hasSize(Math.min(at, TOKENS));
            }
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aClockMayFailAtAnyCall() {
        for (int at = 1; at <= 120; at++) {
            AtomicInteger left = new AtomicInteger();
            EngineOptions options = FakePair.OPTIONS.withLimits(2, 8).withClock(() -> {
                if (left.decrementAndGet() == 0) {
                    throw new IllegalStateException("scripted");
                }
                return System.nanoTime();
            });
            try (FakePair pair = new FakePair(options)) {
                left.set(at);
                survive(pair, "clock call " + at);
            }
        }
    }

    @Test
    void aVocabularyMayFailAtAnyCall() {
        for (int at = 1; at <= 80; at++) {
            AtomicInteger left = new AtomicInteger(at);
            try (FakePair pair = new FakePair(new FaultyVocabulary(left))) {
                survive(pair, "vocabulary call " + at);
            }
        }
    }

    /** Several requests around the fault, more than have a place; then one more, which must be served. */
    private static void survive(FakePair pair, String when) {
        List<Outcome> outcomes = List.of(
                submit(pair, request(pair, PROMPT, FakePair.entropy(0.5))),
                submit(pair, request(pair, ANOTHER, FakePair.entropy(0.2))),
                submit(pair, request(pair, PROMPT, FakePair.fixed("large"))),
                submit(pair, request(pair, ANOTHER, null)));
        outcomes.forEach(outcome -> outcome.await(when));
        assertThat(outcomes.stream().filter(Outcome::isFailure).count())
                .as(when)
                .isLessThan(outcomes.size());
        submit(pair, request(pair, PROMPT, FakePair.entropy(0.5))).await("after " + when);
        pair.assertIdleAndBalanced();
    }

    private static GenerationRequest request(FakePair pair, int[] prompt, @Nullable PolicySpec policy) {
        return pair.request("pair", prompt, new StopCriteria(TOKENS, List.of("zzz"), Set.of(), false), policy);
    }

    private static void fail(String how) {
        switch (how) {
            case "overflow" -> throw new StackOverflowError("scripted");
            case "linkage" -> throw new NoClassDefFoundError("scripted");
            default -> throw new IllegalStateException("scripted");
        }
    }

    private static Outcome submit(FakePair pair, GenerationRequest request) {
        EventLog log = new EventLog();
        try {
            pair.submit(request, log);
            return new Outcome(log, null);
        } catch (EngineException refusal) {
            return new Outcome(log, refusal);
        }
    }

    private record Outcome(EventLog log, @Nullable EngineException refusal) {

        void await(String when) {
            if (refusal == null) {
                try {
                    log.awaitEnd();
                } catch (AssertionError hanging) {
                    throw new AssertionError(when + ": " + hanging.getMessage(), hanging);
                }
            }
        }

        boolean isFailure() {
            return refusal != null || log.awaitEnd() instanceof TokenEvent.Failed;
        }
    }

    /** Fails at one call of whichever kind. */
    private record FaultyVocabulary(AtomicInteger left) implements Vocabulary {

        private static final Vocabulary SOUND = FakeVocabulary.endless(FakePair.VOCABULARY);

        private void count() {
            if (left.decrementAndGet() == 0) {
                throw new IllegalStateException("scripted");
            }
        }

        @Override
        public int size() {
            return SOUND.size();
        }

        @Override
        public byte[] bytes(int id) {
            count();
            return SOUND.bytes(id);
        }

        @Override
        public String piece(int id) {
            count();
            return SOUND.piece(id);
        }

        @Override
        public boolean isControl(int id) {
            count();
            return SOUND.isControl(id);
        }

        @Override
        public Set<Integer> endIds() {
            count();
            return SOUND.endIds();
        }
    }
}
