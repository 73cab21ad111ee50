package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.fixtures.EventLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {

    private static final int POISON = 39;
    private static final int[] PROMPT = {3, 1, 4, 1, 5};
    private static final int[] POISONED = {3, 1, POISON, 1, 5};
    private static final Predicate<BatchRow> HAS_POISON = row -> row.ids()[2] == POISON;

    private final FakePair pair =
            new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), TestPolicies.all());

    @AfterEach
    void everyBlockIsBack() {
        pair.assertIdleAndBalanced();
        pair.close();
    }

    @ParameterizedTest
    @CsvSource({
        "throws, scripted",
        "stuck, nothing was committed",
        "overlong, a tail of 3 ids",
        "stranger, route names the role 'large'",
        "headless, the router head 'absent' is to judge drafts"
    })
    void anAlgorithmThatMisbehavesEndsItsOwnRequestOnly(String policy, String message) {
        EventLog bad = new EventLog();
        EventLog good = new EventLog();
        pair.submit(pair.request("pair", PROMPT, 30, PolicySpec.of(policy)), bad);
        pair.submit(pair.request("pair", PROMPT, 30, FakePair.entropy(0.5)), good);

        EngineException error = bad.awaitFailed().error();
        assertThat(error.kind()).isEqualTo(EngineException.Kind.ROUTING);
        assertThat(error).hasMessageContaining(message);
        good.awaitFinished();
        assertThat(good.ids()).hasSize(30);
    }

    @Test
    void whatWasStreamedBeforeAFailureStaysValid() {
        EventLog log = new EventLog();
        pair.submit(pair.request("pair", PROMPT, 30, PolicySpec.of("throws")), log);

        TokenEvent.Failed failed = log.awaitFailed();
        assertThat(log.ids()).isEqualTo(Oracle.alone(pair.small.model(), PROMPT, 4));
        assertThat(failed.stats().completionTokens()).containsEntry("s", 4);
    }

    @Test
    void aListenerThatThrowsCancelsItsOwnGeneration() {
        List<TokenEvent> seen = new ArrayList<>();
        EventLog ended = new EventLog();
        pair.engine.submit(pair.request("pair", PROMPT, 100, FakePair.fixed("small")), event -> {
            if (event instanceof TokenEvent.Token) {
                seen.add(event);
                throw new IllegalStateException("the consumer is gone");
            }
            ended.onEvent(event);
        });

        assertThat(ended.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
        assertThat(seen).hasSize(1);
    }

    @Test
    void onlyThePoisonousRowOfAStepFails() {
        pair.small.failOn(HAS_POISON);
        List<EventLog> good = new ArrayList<>();
        EventLog bad = new EventLog();
        for (int i = 0; i < 8; i++) {
            good.add(new EventLog());
            pair.submit(pair.request("pair", new int[] {i, 2, 3}, 30, FakePair.fixed("small")), good.get(i));
        }
        pair.submit(pair.request("pair", POISONED, 30, FakePair.fixed("small")), bad);

        assertThat(bad.awaitFailed().error()).hasMessage("model 's' could not run the request");
        for (int i = 0; i < 8; i++) {
            good.get(i).awaitFinished();
            assertThat(good.get(i).ids()).isEqualTo(Oracle.alone(pair.small.model(), new int[] {i, 2, 3}, 30));
        }
    }

    @Test
    void aPairGoesOnWithTheSmallModelWhereTheLargeOneFails() {
        pair.large.failOn(row -> true);

        EventLog log = pair.run(pair.request("pair", PROMPT, 30, FakePair.entropy(0.5)));

        assertThat(log.ids()).isEqualTo(Oracle.alone(pair.small.model(), PROMPT, 30));
        assertThat(log.writers()).containsOnly("s");
    }

    @Test
    void aPairGoesOnWithTheLargeModelWhereTheSmallOneFails() {
        pair.small.failOn(row -> true);

        EventLog log = pair.run(pair.request("pair", PROMPT, 30, FakePair.entropy(0.5)));

        assertThat(log.ids()).isEqualTo(Oracle.alone(pair.large.model(), PROMPT, 30));
    }

    @Test
    void whereBothModelsFailTheRequestFails() {
        pair.small.failOn(row -> true);
        pair.large.failOn(row -> true);
        EventLog log = new EventLog();
        pair.submit(pair.request("pair", PROMPT, 30, FakePair.entropy(0.5)), log);

        assertThat(log.awaitFailed().error()).hasMessageContaining("could not run the request");
    }

    @Test
    void aModelThatRecoversServesAgain() {
        pair.small.failOn(row -> true);
        EventLog log = new EventLog();
        pair.submit(pair.request("s", PROMPT, 30, null), log);
        log.awaitFailed();

        pair.small.failOn(null);
        assertThat(pair.run(pair.request("pair", PROMPT, 30, FakePair.entropy(0.4)))
                        .ids())
                .isEqualTo(
                        Oracle.replace(pair.small.model(), pair.large.model(), PROMPT, 30, 0.4, SamplingParams.GREEDY));
    }
}
