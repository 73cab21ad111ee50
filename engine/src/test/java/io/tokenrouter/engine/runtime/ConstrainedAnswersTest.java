package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.WordVocabulary;
import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.TokenGrammars;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where an answer that must have a form ends, and what becomes of one that an algorithm takes out of it. */
class ConstrainedAnswersTest {

    private static final WordVocabulary VOCABULARY = WordVocabulary.of(IntStream.range(0, FakePair.VOCABULARY - 1)
            .mapToObj(i -> String.valueOf((char) ('A' + i)))
            .toArray(String[]::new));

    @Test
    void nothingFollowsAWholeText() {
        try (FakePair pair = new FakePair(VOCABULARY)) {
            EventLog log = pair.run(request(form("CAB", VOCABULARY), StopCriteria.maxTokens(20), null));
            assertThat(log.ids()).containsExactly(2, 0, 1, VOCABULARY.end());
            assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.STOP);
        }
    }

    @Test
    void aTextThatIsNotWholeWhenTheTokensRunOutEndsWithLength() {
        try (FakePair pair = new FakePair(VOCABULARY)) {
            EventLog log = pair.run(request(form("CAB", VOCABULARY), StopCriteria.maxTokens(3), null));
            assertThat(log.ids()).containsExactly(2, 0, 1);
            assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
        }
    }

    @Test
    void stopStringsAndStopIdsEndItWhereTheyOccur() {
        try (FakePair pair = new FakePair(VOCABULARY)) {
            StopCriteria atText = new StopCriteria(20, List.of("A"), Set.of(), false);
            assertThat(pair.run(request(form("CAB", VOCABULARY), atText, null)).ids())
                    .containsExactly(2, 0);
            StopCriteria atId = new StopCriteria(20, List.of(), Set.of(2), false);
            assertThat(pair.run(request(form("CAB", VOCABULARY), atId, null)).ids())
                    .containsExactly(2);
        }
    }

    @Test
    void aWholeTextEndsTheAnswerThoughMoreTokensWereAskedFor() {
        try (FakePair pair = new FakePair(VOCABULARY)) {
            StopCriteria longer = new StopCriteria(20, List.of("C"), Set.of(), false, 10);
            EventLog log = pair.run(request(form("CAB", VOCABULARY), longer, null));
            assertThat(log.ids()).containsExactly(2, 0, 1, VOCABULARY.end());
        }
    }

    @Test
    void whereEndTokensEndNothingTheyFollowTheText() {
        try (FakePair pair = new FakePair(VOCABULARY)) {
            StopCriteria endless = new StopCriteria(4, List.of(), Set.of(), true);
            int end = VOCABULARY.end();
            assertThat(pair.run(request(form("CA", VOCABULARY), endless, null)).ids())
                    .containsExactly(2, 0, end, end);
        }
    }

    /** The models of a pair may differ in what ends their turn. */
    @Test
    void theEndOfTheFormEndsTheAnswerOfAModelThatHasAnotherEnd() {
        try (FakePair pair = new FakePair(VOCABULARY)) {
            Vocabulary other = WordVocabulary.of(IntStream.range(0, FakePair.VOCABULARY - 2)
                    .mapToObj(i -> String.valueOf((char) ('A' + i)))
                    .toArray(String[]::new));
            EventLog log = pair.run(request(form("CAB", other), StopCriteria.maxTokens(20), null));
            assertThat(log.ids()).containsExactly(2, 0, 1, other.size() - 1);
        }
    }

    @Test
    void anAlgorithmThatPutsInAnIdThatDoesNotFitFailsItsRequestBeforeTheIdIsTold() {
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, VOCABULARY, TestPolicies.all(), null)) {
            EventLog log = new EventLog();
            pair.submit(
                    request(form("CABCABCAB", VOCABULARY), StopCriteria.maxTokens(20), PolicySpec.of("insert")), log);
            assertThat(log.awaitFailed().error()).hasMessageContaining("the form that it must have");
            assertThat(log.ids()).containsExactly(2, 0, 1);
            EventLog fitting = new EventLog();
            pair.submit(
                    request(form("CABACAB", VOCABULARY), StopCriteria.maxTokens(20), PolicySpec.of("insert")), fitting);
            fitting.awaitFinished();
            assertThat(fitting.ids()).containsExactly(2, 0, 1, 0, 2, 0, 1, VOCABULARY.end());
            assertThat(fitting.writers().get(3)).isEqualTo("null");
            pair.assertIdleAndBalanced();
        }
    }

    private static TokenConstraint form(String text, Vocabulary vocabulary) {
        return new TokenGrammars(vocabulary).constrain(Grammar.text(text));
    }

    private static GenerationRequest request(TokenConstraint form, StopCriteria stop, @Nullable PolicySpec policy) {
        return new GenerationRequest(
                "r" + System.nanoTime(), "pair", new int[] {1, 2}, SamplingParams.GREEDY, stop, policy, 0, form);
    }
}
