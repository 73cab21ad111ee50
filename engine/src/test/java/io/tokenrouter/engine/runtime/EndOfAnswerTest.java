package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EndOfAnswerTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5};
    private static final FakeVocabulary VOCABULARY = FakeVocabulary.endless(FakePair.VOCABULARY);

    @Test
    void aStopStringMayBeginInOneTokenAndEndInAnother() {
        int[] free = freeAnswer();
        int at = 10;
        String stop = VOCABULARY.piece(free[at]) + VOCABULARY.piece(free[at + 1]);
        int first = firstEndOf(free, stop);

        EventLog log = run(new StopCriteria(40, List.of("never in it", stop), Set.of(), false), Set.of());

        assertThat(log.ids()).as("the completing token is reported").isEqualTo(Arrays.copyOf(free, first + 1));
        assertEnd(log, FinishReason.STOP, stop);
    }

    @Test
    void aStopIdEndsTheAnswerAndIsReported() {
        int[] free = freeAnswer();
        int stop = free[12];
        int first = indexOf(free, stop);

        EventLog log = run(new StopCriteria(40, List.of(), Set.of(stop), false), Set.of());

        assertThat(log.ids()).isEqualTo(Arrays.copyOf(free, first + 1));
        assertEnd(log, FinishReason.STOP, VOCABULARY.piece(stop));
    }

    @Test
    void anEndTokenOfTheModelEndsTheAnswerUnlessIgnored() {
        int[] free = freeAnswer();
        int end = free[9];
        int first = indexOf(free, end);

        EventLog log = run(StopCriteria.maxTokens(40), Set.of(end));
        assertThat(log.ids()).isEqualTo(Arrays.copyOf(free, first + 1));
        assertEnd(log, FinishReason.STOP, VOCABULARY.piece(end));

        EventLog ignoring = run(new StopCriteria(40, List.of(), Set.of(), true), Set.of(end));
        assertThat(ignoring.ids()).isEqualTo(free);
        assertEnd(ignoring, FinishReason.LENGTH, null);
    }

    /** Files of one family list different ends: each of them is one for both models, in their pair and nowhere else. */
    @Test
    void anEndTokenOfEitherModelEndsTheAnswerWhoeverWritesIt() {
        for (String writer : List.of("small", "large")) {
            int[] free = answer(VOCABULARY, VOCABULARY, "pair", FakePair.fixed(writer));
            int end = free[9];
            FakeVocabulary ending = new FakeVocabulary(FakePair.VOCABULARY, Set.of(end));
            int[] ended = Arrays.copyOf(free, indexOf(free, end) + 1);

            assertThat(answer(ending, VOCABULARY, "pair", FakePair.fixed(writer)))
                    .as("the small model's end, written by the " + writer)
                    .isEqualTo(ended);
            assertThat(answer(VOCABULARY, ending, "pair", FakePair.fixed(writer)))
                    .as("the large model's end, written by the " + writer)
                    .isEqualTo(ended);
        }
        int[] alone = answer(VOCABULARY, VOCABULARY, "s", null);
        FakeVocabulary ending = new FakeVocabulary(FakePair.VOCABULARY, Set.of(alone[9]));
        assertThat(answer(VOCABULARY, ending, "s", null))
                .as("a model that is asked alone")
                .isEqualTo(alone);
    }

    @Test
    void aRoleThatMayNotEndTheAnswerGoesOnBehindAnyEndToken() {
        int[] free = answer(VOCABULARY, VOCABULARY, "pair", FakePair.fixed("small"));
        FakeVocabulary ending = new FakeVocabulary(FakePair.VOCABULARY, Set.of(free[9]));

        assertThat(answer(ending, ending, "pair", PolicySpec.of("unending"))).isEqualTo(free);
    }

    @Test
    void nothingButTheMostTokensEndsAnAnswerBeforeItsLeast() {
        int end = freeAnswer()[9];

        EventLog log = run(new StopCriteria(40, List.of(), Set.of(), false, 30), Set.of(end));

        assertThat(log.ids()).hasSizeGreaterThan(30);
        assertThat(Arrays.stream(log.ids()).limit(30)).doesNotContain(end);
        EventLog id = run(new StopCriteria(40, List.of(), Set.of(end), true, 30), Set.of());
        assertThat(id.ids()).as("a stop id likewise").isEqualTo(log.ids());
        EventLog all = run(new StopCriteria(40, List.of(), Set.of(), false, 40), Set.of(end));
        assertThat(all.ids()).hasSize(40);
        assertEnd(all, FinishReason.LENGTH, null);
    }

    @Test
    void stopStringsCountBehindTheLeastTokensOnly() {
        int[] free = freeAnswer();
        for (int least = 0; least < 20; least++) {
            String stop = VOCABULARY.piece(free[least]) + VOCABULARY.piece(free[least + 1]);
            int[] rest = Arrays.copyOfRange(free, least, free.length);

            EventLog log = run(new StopCriteria(40, List.of(stop), Set.of(), false, least), Set.of());

            assertThat(log.ids()).isEqualTo(Arrays.copyOf(free, least + firstEndOf(rest, stop) + 1));
        }
    }

    @Test
    void theContextEndsTheAnswerWithLength() {
        EventLog log = run(StopCriteria.maxTokens(100_000), Set.of());

        assertThat(PROMPT.length + log.ids().length).isEqualTo(FakePair.SPEC.contextLength());
        assertEnd(log, FinishReason.LENGTH, null);
    }

    @Test
    void oneTokenIsEnough() {
        EventLog log = run(StopCriteria.maxTokens(1), Set.of());

        assertThat(log.ids()).isEqualTo(Arrays.copyOf(freeAnswer(), 1));
        assertEnd(log, FinishReason.LENGTH, null);
    }

    /** Where several tokens are asked for at once, nothing is written behind what ends the answer. */
    @Test
    void anEndInTheMiddleOfSeveralTokensWastesNone() {
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), TestPolicies.all())) {
            int[] free = pair.run(pair.request("pair", PROMPT, 40, PolicySpec.of("gulp")))
                    .ids();
            for (int at = 1; at < 20; at++) {
                String stop = VOCABULARY.piece(free[at - 1]) + VOCABULARY.piece(free[at]);
                StopCriteria text = new StopCriteria(40, List.of(stop), Set.of(), false);
                StopCriteria id = new StopCriteria(40, List.of(), Set.of(free[at]), false);

                EventLog byText = pair.run(pair.request("pair", PROMPT, text, PolicySpec.of("gulp")));
                EventLog byId = pair.run(pair.request("pair", PROMPT, id, PolicySpec.of("gulp")));

                assertThat(byText.ids()).isEqualTo(Arrays.copyOf(free, firstEndOf(free, stop) + 1));
                assertThat(byId.ids()).isEqualTo(Arrays.copyOf(free, indexOf(free, free[at]) + 1));
                assertThat(byText.awaitFinished().stats().discardedTokens()).isZero();
                assertThat(byId.awaitFinished().stats().discardedTokens()).isZero();
            }
        }
    }

    private static int[] freeAnswer() {
        return run(StopCriteria.maxTokens(40), Set.of()).ids();
    }

    private static EventLog run(StopCriteria stop, Set<Integer> endIds) {
        try (FakePair pair = new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, endIds, List.of())) {
            EventLog log = pair.run(pair.request("pair", PROMPT, stop, FakePair.entropy(0.45)));
            pair.assertIdleAndBalanced();
            return log;
        }
    }

    private static int[] answer(
            FakeVocabulary ofSmall, FakeVocabulary ofLarge, String target, @Nullable PolicySpec policy) {
        try (FakePair pair = new FakePair(ofSmall, ofLarge, TestPolicies.all())) {
            return pair.run(pair.request(target, PROMPT, 40, policy)).ids();
        }
    }

    private static void assertEnd(EventLog log, FinishReason reason, String detail) {
        TokenEvent.Finished end = log.awaitFinished();
        assertThat(end.reason()).isEqualTo(reason);
        assertThat(end.stopDetail()).isEqualTo(detail);
        assertThat(end.stats().totalCompletionTokens()).isEqualTo(log.ids().length);
    }

    private static int firstEndOf(int[] ids, String stop) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ids.length; i++) {
            text.append(VOCABULARY.piece(ids[i]));
            if (text.toString().contains(stop)) {
                return i;
            }
        }
        throw new AssertionError(stop + " is not in " + text);
    }

    private static int indexOf(int[] ids, int id) {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == id) {
                return i;
            }
        }
        throw new AssertionError(id + " is not in it");
    }
}
