package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that is at two models at the same time, and what may happen at one of them meanwhile. */
class RendezvousTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int[] OTHER = {8, 2, 2};
    private static final int TOKENS = 20;
    private static final PolicySpec LARGE_ALONE = new PolicySpec("fuse", Map.of("weightLarge", 1, "weightSmall", 0));

    private static int[] alone(FakeExecutor executor, int[] prompt) {
        return Oracle.alone(executor.model(), prompt, TOKENS);
    }

    @Test
    void bothModelsAreInAStepForItAtTheSameTime() {
        try (FakePair pair = new FakePair()) {
            StepGate small = new StepGate();
            StepGate large = new StepGate();
            pair.small.gate(small);
            pair.large.gate(large);
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE), log);
            for (int token = 0; token < TOKENS; token++) {
                // neither step ends before the other has begun
                small.awaitStep();
                large.awaitStep();
                small.allow(1);
                large.allow(1);
            }
            log.awaitFinished();
            assertThat(log.ids()).isEqualTo(alone(pair.large, PROMPT));
            assertThat(pair.large.drawn()).as("drawn by the first role's model").isEqualTo(TOKENS);
            assertThat(pair.small.drawn()).isZero();
            pair.assertIdleAndBalanced();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverIsLastBringsTheToken(boolean smallIsLast) {
        try (FakePair pair = new FakePair()) {
            StepGate gate = new StepGate();
            (smallIsLast ? pair.small : pair.large).gate(gate);
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE), log);
            FakeExecutor first = smallIsLast ? pair.large : pair.small;
            for (int token = 1; token <= TOKENS; token++) {
                gate.awaitStep();
                first.awaitSteps(token);
                assertThat(log.tokens()).hasSize(token - 1);
                gate.allow(1);
            }
            log.awaitFinished();
            assertThat(log.ids()).isEqualTo(alone(pair.large, PROMPT));
            pair.assertIdleAndBalanced();
        }
    }

    /** One model fails while the other is in its step: the hop ends with that step, and what it brought is not used. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailureIsReceivedWhenTheOtherModelIsDone(boolean smallFails) throws InterruptedException {
        try (FakePair pair = new FakePair()) {
            FakeExecutor failing = smallFails ? pair.small : pair.large;
            FakeExecutor other = smallFails ? pair.large : pair.small;
            CountDownLatch failed = new CountDownLatch(1);
            failing.failOn(row -> {
                failed.countDown();
                return true;
            });
            StepGate gate = new StepGate();
            other.gate(gate);
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE), log);
            gate.awaitStep();
            assertThat(failed.await(10, TimeUnit.MINUTES)).isTrue();
            assertThat(log.tokens()).isEmpty();
            gate.open();
            log.awaitFinished();
            assertThat(log.ids()).isEqualTo(alone(other, PROMPT));
            assertThat(log.writers()).containsOnly(smallFails ? "l" : "s");
            pair.assertIdleAndBalanced();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCancelWhileOneModelHasAnsweredEndsWithTheStepOfTheOther(boolean smallIsLast) {
        try (FakePair pair = new FakePair()) {
            StepGate gate = new StepGate();
            (smallIsLast ? pair.small : pair.large).gate(gate);
            EventLog log = new EventLog();
            GenerationHandle handle = pair.submit(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE), log);
            gate.awaitStep();
            (smallIsLast ? pair.large : pair.small).awaitSteps(1);
            handle.cancel();
            assertThat(handle.isDone()).isFalse();
            gate.allow(1);
            assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
            assertThat(log.ids()).isEmpty();
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aCancelWhileBothModelsAreInAStepFreesBoth() {
        try (FakePair pair = new FakePair()) {
            StepGate small = new StepGate();
            StepGate large = new StepGate();
            pair.small.gate(small);
            pair.large.gate(large);
            EventLog log = new EventLog();
            GenerationHandle handle = pair.submit(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE), log);
            small.awaitStep();
            large.awaitStep();
            handle.cancel();
            large.open();
            assertThat(handle.isDone()).as("while the small model runs").isFalse();
            small.open();
            assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
            pair.assertIdleAndBalanced();
        }
    }

    /** The pool of one model holds one request: whoever waits for a place there has its row at the other one already. */
    @Test
    void blocksAreTakenFromWhoWaitsForTheOtherModel() {
        ExecutorSpec one = new ExecutorSpec(FakePair.VOCABULARY, 64, 4, 16, 8, 64);
        try (FakePair pair = new FakePair(FakePair.OPTIONS, FakePair.SPEC, one, Set.of(), List.of())) {
            List<EventLog> logs = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                logs.add(new EventLog());
                pair.submit(pair.request("pair", new int[] {i, 1, 2, 3}, 40, LARGE_ALONE), logs.get(i));
            }
            for (int i = 0; i < 6; i++) {
                logs.get(i).awaitFinished();
                assertThat(logs.get(i).ids()).isEqualTo(Oracle.alone(pair.large.model(), new int[] {i, 1, 2, 3}, 40));
            }
            pair.assertIdleAndBalanced();
        }
    }

    /** Both models want more rows than there are requests, and no guard helps: what waits runs when nothing else does. */
    @Test
    void modelsThatHoldTheirRowsForEachOtherGetOn() {
        Rule four = new Rule(4, Long.MAX_VALUE, 0);
        EngineOptions held = FakePair.OPTIONS.withBatching(shape -> GroupPlan.untuned(
                        shape,
                        new BatchingSettings.MinimumBatch(
                                Collections.nCopies(shape.models().size(), four)),
                        "test")
                .withGuard(Duration.ofHours(1)));
        try (FakePair pair = new FakePair(held)) {
            List<EventLog> logs = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                logs.add(new EventLog());
                PolicySpec policy = i < 3 ? LARGE_ALONE : FakePair.fixed("large");
                pair.submit(pair.request("pair", new int[] {i, 2}, TOKENS, policy), logs.get(i));
            }
            for (int i = 0; i < 5; i++) {
                logs.get(i).awaitFinished();
                assertThat(logs.get(i).ids()).isEqualTo(alone(pair.large, new int[] {i, 2}));
            }
            pair.assertIdleAndBalanced();
        }
    }

    /** Steps that overlapped are told in the order in which they began, each of them once, before the token that they brought. */
    @Test
    void stepsOfBothModelsAreToldBeforeTheirToken() {
        try (FakePair pair = new FakePair()) {
            List<GenerationStep> steps = new ArrayList<>();
            List<Integer> stepsBefore = new ArrayList<>();
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE), new TokenListener() {
                @Override
                public void onEvent(TokenEvent event) {
                    if (event instanceof TokenEvent.Token) {
                        stepsBefore.add(steps.size());
                    }
                    log.onEvent(event);
                }

                @Override
                public void onStep(GenerationStep step) {
                    steps.add(step);
                }
            });
            long queued = log.awaitFinished().stats().queuedNanos();
            assertThat(stepsBefore.getFirst()).isEqualTo(2);
            assertThat(stepsBefore.getLast()).isEqualTo(2 * TOKENS);
            assertThat(steps).hasSize(2 * TOKENS);
            assertThat(steps.getFirst().startedNanos()).isEqualTo(queued);
            for (int token = 0; token < TOKENS; token++) {
                GenerationStep earlier = steps.get(2 * token);
                GenerationStep later = steps.get(2 * token + 1);
                assertThat(List.of(earlier.model(), later.model())).containsExactlyInAnyOrder("s", "l");
                assertThat(earlier.startedNanos()).isLessThanOrEqualTo(later.startedNanos());
                assertThat(earlier.caughtUp() + later.caughtUp()).isZero();
            }
        }
    }

    /** Rows can be there and yet give no token: it is written by one model alone. */
    @Test
    void aTokenThatCannotBeDrawnIsLeftToOneModel() {
        try (FakePair pair = new FakePair()) {
            pair.large.failDraws();
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE));
            assertThat(log.ids()).isEqualTo(alone(pair.small, PROMPT));
            pair.assertIdleAndBalanced();
        }
    }

    private static Predicate<BatchRow> of(int[] prompt) {
        return row -> row.ids()[0] == prompt[0];
    }

    @Test
    void theFailureOfOneRequestHurtsNoOther() {
        try (FakePair pair = new FakePair()) {
            pair.small.failOn(of(OTHER));
            EventLog bad = new EventLog();
            List<EventLog> good = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                good.add(new EventLog());
                pair.submit(pair.request("pair", PROMPT, TOKENS, LARGE_ALONE), good.get(i));
            }
            pair.submit(pair.request("pair", OTHER, TOKENS, LARGE_ALONE), bad);
            bad.awaitFinished();
            assertThat(bad.ids()).isEqualTo(alone(pair.large, OTHER));
            for (EventLog log : good) {
                log.awaitFinished();
                assertThat(log.ids()).isEqualTo(alone(pair.large, PROMPT));
            }
            pair.assertIdleAndBalanced();
        }
    }
}
