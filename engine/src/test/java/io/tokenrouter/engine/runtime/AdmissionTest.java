package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.StepGate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5};

    private final FakePair pair = new FakePair(FakePair.OPTIONS.withLimits(1, 1));
    private final StepGate gate = new StepGate();

    @AfterEach
    void everyBlockIsBack() {
        gate.open();
        pair.assertIdleAndBalanced();
        pair.close();
    }

    @Test
    void aFullQueueRefusesAtOnceAndSaysWhenToTryAgain() {
        pair.small.gate(gate);
        EventLog first = new EventLog();
        EventLog second = new EventLog();
        pair.submit(pair.request("s", PROMPT, 3, null), first);
        pair.submit(pair.request("s", PROMPT, 3, null), second);

        EngineException refusal = refusal(pair.request("s", PROMPT, 3, null));
        assertThat(refusal.kind()).isEqualTo(EngineException.Kind.OVERLOADED);
        assertThat(refusal.retryAfterSeconds()).isPositive();

        gate.open();
        assertThat(first.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
        assertThat(second.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertRefused(pair.request("nobody", PROMPT, 3, null), EngineException.Kind.UNKNOWN_TARGET, "model");
        assertRefused(
                pair.request("pair", PROMPT, 3, PolicySpec.of("nothing")),
                EngineException.Kind.INVALID_REQUEST,
                "routing.policy");
        assertRefused(
                pair.request("pair", PROMPT, 3, new PolicySpec("uncertainty", Map.of("enter", -1))),
                EngineException.Kind.INVALID_REQUEST,
                "routing.options.enter");
        assertRefused(
                pair.request("s", PROMPT, 3, PolicySpec.of("random")),
                EngineException.Kind.INVALID_REQUEST,
                "routing.policy");
    }

    @Test
    void refusesIdsOutsideTheVocabulary() {
        assertRefused(
                pair.request("pair", new int[] {1, FakePair.VOCABULARY}, 3, null),
                EngineException.Kind.INVALID_REQUEST,
                "prompt");
        assertRefused(pair.request("pair", new int[] {-1}, 3, null), EngineException.Kind.INVALID_REQUEST, "prompt");
        assertRefused(
                pair.request("pair", PROMPT, new StopCriteria(3, List.of(), Set.of(99), false), null),
                EngineException.Kind.INVALID_REQUEST,
                "stop_token_ids");
        SamplingParams biased = new SamplingParams(0, 1, 0, 0, 1, 0, 0, Map.of(40, 1f), 0);
        assertRefused(
                new GenerationRequest("b", "pair", PROMPT, biased, StopCriteria.maxTokens(3), null, 0),
                EngineException.Kind.INVALID_REQUEST,
                "logit_bias");
        assertRefused(
                pair.request("pair", PROMPT, new StopCriteria(3, List.of("\ud83d"), Set.of(), false), null),
                EngineException.Kind.INVALID_REQUEST,
                "stop");
    }

    @Test
    void aPromptMustLeaveRoomForOneToken() {
        int context = FakePair.SPEC.contextLength();
        EngineException refusal = refusal(pair.request("pair", new int[context], 1, null));
        assertThat(refusal.kind()).isEqualTo(EngineException.Kind.CONTEXT_LENGTH_EXCEEDED);
        assertThat(refusal).hasMessageContaining("has 256 tokens").hasMessageContaining("holds 256");

        EventLog log = pair.run(pair.request("pair", new int[context - 1], 10, null));
        assertThat(log.ids()).hasSize(1);
    }

    @Test
    void aPromptThatTheKvPoolCanNeverHoldIsRefusedWithBothNumbers() {
        ExecutorSpec tiny = new ExecutorSpec(FakePair.VOCABULARY, 256, 4, 5, 4, 64);
        try (FakePair lopsided = new FakePair(FakePair.OPTIONS, FakePair.SPEC, tiny, Set.of(), List.of())) {
            EngineException refusal = refusalOf(lopsided, lopsided.request("pair", new int[25], 1, null));
            assertThat(refusal.kind()).isEqualTo(EngineException.Kind.CONTEXT_LENGTH_EXCEEDED);
            assertThat(refusal).hasMessageContaining("25 tokens").hasMessageContaining("model 'l' holds 20");

            EventLog log = lopsided.run(lopsided.request("pair", new int[15], 100, FakePair.fixed("large")));
            assertThat(log.ids()).hasSize(5);
            assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
            lopsided.assertIdleAndBalanced();
        }
    }

    @Test
    void twoRunningGenerationsCannotHaveOneId() {
        pair.small.gate(gate);
        GenerationRequest request = pair.request("s", PROMPT, 3, null);
        pair.submit(request, new EventLog());

        assertRefused(request, EngineException.Kind.INVALID_REQUEST, "id");
    }

    @Test
    void aDrainLetsRunningOnesFinishAndRefusesNewOnes() {
        pair.small.gate(gate);
        EventLog log = new EventLog();
        pair.submit(pair.request("s", PROMPT, 20, null), log);
        gate.awaitStep();

        assertThat(pair.engine.drain(Duration.ofMillis(1))).as("in time").isFalse();
        assertThat(refusal(pair.request("s", PROMPT, 3, null)).kind()).isEqualTo(EngineException.Kind.UNAVAILABLE);

        gate.open();
        assertThat(pair.engine.drain(Duration.ofMinutes(10))).isTrue();
        assertThat(log.ids()).hasSize(20);
        assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void closingCancelsWhatIsLeft() {
        EventLog log = new EventLog();
        FakePair other = new FakePair();
        StepGate closed = new StepGate();
        other.small.gate(closed);
        other.submit(other.request("pair", PROMPT, 200, null), log);
        closed.awaitStep();
        Thread closing = Thread.ofVirtual().start(other.engine::close);
        closed.open();

        assertThat(log.awaitFinished().reason()).isIn(FinishReason.CANCELLED, FinishReason.LENGTH);
        other.close();
        assertThat(closing).satisfies(Thread::join);
    }

    @Test
    void aRemovedPairIsUnknownAndItsModelsStay() {
        pair.engine.removePair("pair", Duration.ZERO);

        assertRefused(pair.request("pair", PROMPT, 3, null), EngineException.Kind.UNKNOWN_TARGET, "model");
        assertThat(pair.run(pair.request("s", PROMPT, 3, null)).ids()).hasSize(3);
        pair.engine.addPair("pair", "s", "l", FakePair.fixed("large"));
        assertThat(pair.run(pair.request("pair", PROMPT, 3, null)).writers()).containsOnly("l");
    }

    @Test
    void removingAPairCancelsWhatDoesNotEndInTime() {
        pair.small.gate(gate);
        EventLog log = new EventLog();
        pair.submit(pair.request("pair", PROMPT, 200, null), log);
        gate.awaitStep();
        Thread removing = Thread.ofVirtual().start(() -> pair.engine.removePair("pair", Duration.ofMillis(1)));
        gate.open();

        assertThat(removing).satisfies(Thread::join);
        assertThat(log.awaitFinished().reason()).isIn(FinishReason.CANCELLED, FinishReason.LENGTH);
    }

    @Test
    void aModelOfAPairCannotBeRemovedBeforeThePair() {
        assertThatThrownBy(() -> pair.engine.removeModel("s", Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pair");
        pair.engine.removePair("pair", Duration.ZERO);
        pair.engine.removeModel("s", Duration.ZERO);

        assertRefused(pair.request("s", PROMPT, 3, null), EngineException.Kind.UNKNOWN_TARGET, "model");
        assertThat(pair.engine.snapshot().models()).extracting("id").containsExactly("l");
    }

    @Test
    void idsOfModelsAndPairsAreUnique() {
        assertThatThrownBy(() -> pair.engine.addPair("s", "s", "l", PolicySpec.of("random")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pair.engine.addPair("p2", "s", "nobody", PolicySpec.of("random")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pair.engine.addPair("p2", "s", "l", PolicySpec.of("nothing")))
                .isInstanceOf(EngineException.class);
    }

    private void assertRefused(GenerationRequest request, EngineException.Kind kind, String param) {
        EngineException refusal = refusal(request);
        assertThat(refusal.kind()).isEqualTo(kind);
        assertThat(refusal.param()).isEqualTo(param);
    }

    private EngineException refusal(GenerationRequest request) {
        return refusalOf(pair, request);
    }

    private static EngineException refusalOf(FakePair pair, GenerationRequest request) {
        EngineException refusal = catchThrowableOfType(
                EngineException.class,
                () -> pair.submit(request, event -> {
                    throw new AssertionError("a refused request has no events");
                }));
        assertThat(refusal).as("refusal").isNotNull();
        return refusal;
    }
}
