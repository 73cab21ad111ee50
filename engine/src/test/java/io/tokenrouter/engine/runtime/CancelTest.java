package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CancelTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5};

    private final FakePair pair = new FakePair(FakePair.OPTIONS.withLimits(32, 300));

    @AfterEach
    void everyBlockIsBack() {
        pair.assertIdleAndBalanced();
        pair.close();
    }

    @Test
    void aCancelDuringAStepEndsTheGenerationWithThatStep() {
        StepGate gate = new StepGate();
        pair.small.gate(gate);
        EventLog log = new EventLog();
        GenerationHandle handle = pair.submit(pair.request("s", PROMPT, 100, null), log);
        gate.awaitStep();
        gate.allow(1);
        gate.awaitStep();

        handle.cancel();
        handle.cancel();
        assertThat(handle.isDone()).isFalse();
        gate.allow(1);

        assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
        assertThat(log.ids()).as("tokens of the step before the cancel").hasSize(1);
        pair.small.gate(null);
        gate.open();
    }

    @Test
    void aCancelWhileTheGenerationIsAtTheLargeModelFreesTheSmallOneToo() {
        StepGate gate = new StepGate();
        pair.large.gate(gate);
        EventLog log = new EventLog();
        GenerationHandle handle = pair.submit(pair.request("pair", PROMPT, 200, FakePair.entropy(0.4)), log);
        gate.awaitStep();

        handle.cancel();
        gate.allow(1);
        log.awaitFinished();

        pair.assertIdleAndBalanced();
        assertThat(pair.large.steps())
                .as("no step of the large model after the one that ran")
                .hasSize(1);
    }

    @Test
    void aCancelWhileARowIsHeldBackNeedsNoStep() {
        Rule pairs = new Rule(2, Long.MAX_VALUE, 0);
        try (FakePair held = new FakePair(FakePair.OPTIONS.withBatching(shape -> GroupPlan.untuned(
                        shape,
                        new BatchingSettings.MinimumBatch(
                                Collections.nCopies(shape.models().size(), pairs)),
                        "test")
                .withGuard(Duration.ofHours(1))))) {
            StepGate gate = new StepGate();
            held.large.gate(gate);
            EventLog other = new EventLog();
            held.submit(held.request("pair", PROMPT, 1, new PolicySpec("random", Map.of("p", 1.0))), other);
            gate.awaitStep();
            EventLog log = new EventLog();
            GenerationHandle handle = held.submit(held.request("pair", PROMPT, 100, FakePair.fixed("small")), log);
            handle.cancel();

            assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
            assertThat(held.small.steps()).isEmpty();
            gate.open();
            other.awaitFinished();
            held.assertIdleAndBalanced();
        }
    }

    @Test
    void aCancelWhileWaitingForAPlaceEndsAtOnce() {
        try (FakePair one = new FakePair(FakePair.OPTIONS.withLimits(1, 5))) {
            StepGate gate = new StepGate();
            one.small.gate(gate);
            EventLog first = new EventLog();
            EventLog second = new EventLog();
            one.submit(one.request("s", PROMPT, 3, null), first);
            GenerationHandle waiting = one.submit(one.request("l", PROMPT, 3, null), second);
            gate.awaitStep();

            waiting.cancel();
            assertThat(second.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
            assertThat(second.awaitFinished().stats().queuedNanos()).isZero();

            gate.open();
            assertThat(first.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
            one.assertIdleAndBalanced();
        }
    }

    @Test
    void aCancelAfterTheEndHasNoEffect() {
        EventLog log = new EventLog();
        GenerationHandle handle = pair.submit(pair.request("pair", PROMPT, 5, null), log);
        log.awaitFinished();
        handle.cancel();

        assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void twoHundredAbortedRequestsLeaveNoBlockBehind() {
        Random random = new Random(5);
        List<EventLog> logs = new ArrayList<>();
        List<GenerationHandle> handles = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            EventLog log = new EventLog();
            logs.add(log);
            int[] prompt =
                    random.ints(1 + random.nextInt(60), 0, FakePair.VOCABULARY).toArray();
            handles.add(pair.submit(pair.request("pair", prompt, 200, FakePair.entropy(0.5)), log));
            if (random.nextBoolean()) {
                handles.get(random.nextInt(handles.size())).cancel();
            }
        }
        handles.forEach(GenerationHandle::cancel);

        for (EventLog log : logs) {
            assertThat(log.awaitFinished().reason()).isIn(FinishReason.CANCELLED, FinishReason.LENGTH);
        }
    }
}
