package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What models do for generations that are elsewhere, and what becomes of it. A gate holds one model while the other has time. */
class WorkAheadTest {

    private static final int[] SHORT = {3, 1, 4};
    private static final int[] LONG =
            IntStream.range(0, 150).map(i -> i % FakePair.VOCABULARY).toArray();
    private static final int TOKENS = 60;
    private static final int MOST_AHEAD = 4;

    private static final EngineOptions EVERYTHING = EngineOptions.DEFAULTS.with(Optimisation.WARM_CATCH_UP);

    private final StepGate gate = new StepGate();

    /** A pair whose models are the same: whatever one proposes the other says as well. */
    private static FakePair agreeing() {
        return new FakePair(
                EVERYTHING,
                new FakeExecutor(new FakeModel(1, FakePair.VOCABULARY), FakePair.SPEC),
                new FakeExecutor(new FakeModel(1, FakePair.VOCABULARY), FakePair.SPEC),
                new FakeVocabulary(FakePair.VOCABULARY, Set.of()),
                List.of());
    }

    /** For what only grows, or stays while a gate is shut. */
    private static void await(BooleanSupplier state, String otherwise) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(600);
        while (!state.getAsBoolean()) {
            assertThat(System.nanoTime()).as(otherwise).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static EngineSnapshot.Spare spare(FakePair pair, String model) {
        return pair.model(model).spare();
    }

    private static int extended(FakeExecutor executor) {
        return executor.steps().stream()
                .flatMap(step -> step.rowTokens().stream())
                .mapToInt(Integer::intValue)
                .sum();
    }

    @Test
    void whatTheLargeModelAgreesWithIsKeptAndRunOnce() {
        try (FakePair pair = agreeing()) {
            pair.large.gate(gate);
            List<BatchRow> rows = new CopyOnWriteArrayList<>();
            pair.small.failOn(row -> !rows.add(row));
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", SHORT, TOKENS, FakePair.entropy(0.6)), log);
            gate.awaitStep();
            await(() -> spare(pair, "s").aheadTokens() >= MOST_AHEAD, "the small model has nothing else to do");
            gate.open();
            log.awaitFinished();
            pair.assertIdleAndBalanced();

            assertThat(log.ids()).isEqualTo(Oracle.alone(pair.small.model(), SHORT, TOKENS));
            EngineSnapshot.Spare spare = spare(pair, "s");
            assertThat(spare.keptTokens()).isGreaterThanOrEqualTo(MOST_AHEAD);
            assertThat(spare.keptTokens() + spare.droppedTokens()).isEqualTo(spare.aheadTokens());
            assertThat(spare.droppedTokens())
                    .as("only what lies beyond the end of the answer")
                    .isLessThanOrEqualTo(MOST_AHEAD);
            assertThat(extended(pair.small))
                    .isEqualTo(SHORT.length + TOKENS - 1 + Math.toIntExact(spare.droppedTokens()));
            assertThat(rows).allSatisfy(row -> {
                int end = row.start() + row.count();
                assertThat(row.candidate().position()).isEqualTo(end);
                assertThat(Arrays.mismatch(row.ids(), 0, end, row.candidate().history(), 0, end))
                        .as("penalties see what the model sees")
                        .isNegative();
            });
        }
    }

    @Test
    void nothingIsKeptWhereTheLargeModelSaysSomethingElse() {
        try (FakePair pair = new FakePair(EVERYTHING)) {
            pair.large.gate(gate);
            double threshold = 0.8;
            int[] prompt = promptOfDisagreement(pair, threshold);
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", prompt, TOKENS, FakePair.entropy(threshold)), log);
            gate.awaitStep();
            await(() -> spare(pair, "s").aheadTokens() >= MOST_AHEAD, "the small model has nothing else to do");
            gate.open();
            log.awaitFinished();
            pair.assertIdleAndBalanced();

            assertThat(log.ids())
                    .isEqualTo(Oracle.replace(
                            pair.small.model(), pair.large.model(), prompt, TOKENS, threshold, SamplingParams.GREEDY));
            EngineSnapshot.Spare spare = spare(pair, "s");
            assertThat(spare.keptTokens()).isZero();
            assertThat(spare.droppedTokens()).isEqualTo(spare.aheadTokens());
        }
    }

    /** A prompt behind which the models never agree where the large one is asked, and it is asked early. */
    private static int[] promptOfDisagreement(FakePair pair, double threshold) {
        for (int first = 0; first < FakePair.VOCABULARY; first++) {
            int[] ids = Arrays.copyOf(new int[] {first, 1, 4}, 3 + TOKENS);
            boolean agree = false;
            int asked = 0;
            for (int length = 3; length < ids.length; length++) {
                var small = pair.small.model().next(ids, length, SamplingParams.GREEDY);
                var large = pair.large.model().next(ids, length, SamplingParams.GREEDY);
                boolean hard = small.entropy() >= threshold;
                agree |= hard && small.token() == large.token();
                asked += hard ? 1 : 0;
                ids[length] = hard ? large.token() : small.token();
            }
            if (!agree && asked > 2) {
                return Arrays.copyOf(ids, 3);
            }
        }
        throw new AssertionError("no such prompt");
    }

    @Test
    void theLargeModelReadsWholeChunksOfAPromptBeforeItIsAsked() {
        try (FakePair pair = new FakePair(EVERYTHING)) {
            pair.small.gate(gate);
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", LONG, TOKENS, FakePair.entropy(0.5)), log);
            gate.awaitStep();
            await(() -> spare(pair, "l").warmTokens() >= 128, "the large model has nothing else to do");
            assertThat(pair.model("l").steps())
                    .as("to the scheduler it is nothing")
                    .isZero();
            gate.open();
            log.awaitFinished();
            pair.assertIdleAndBalanced();

            assertThat(log.ids())
                    .isEqualTo(Oracle.replace(
                            pair.small.model(), pair.large.model(), LONG, TOKENS, 0.5, SamplingParams.GREEDY));
            assertThat(pair.model("l").prefillTokens()).isEqualTo(LONG.length);
            List<List<Integer>> steps = pair.large.steps().stream()
                    .map(FakeExecutor.StepShape::rowTokens)
                    .toList();
            assertThat(steps.subList(0, 2)).containsExactly(List.of(64), List.of(64));
            int asked = log.writers().indexOf("l");
            assertThat(steps.get(2)).containsExactly(LONG.length + asked - 128);
        }
    }

    @Test
    void whoeverIsDueWaitsForOneChunkOnly() {
        try (FakePair pair = new FakePair(EVERYTHING)) {
            StepGate smallGate = new StepGate();
            pair.small.gate(smallGate);
            pair.large.gate(gate);
            EventLog warm = new EventLog();
            EventLog due = new EventLog();
            pair.submit(pair.request("pair", LONG, 1, FakePair.entropy(2)), warm);
            gate.awaitStep();
            pair.submit(pair.request("l", SHORT, 1, null), due);
            gate.allow(2);
            due.awaitFinished();

            assertThat(pair.large.steps().stream()
                            .map(FakeExecutor.StepShape::rowTokens)
                            .toList()
                            .subList(0, 2))
                    .containsExactly(List.of(64), List.of(SHORT.length));
            gate.open();
            smallGate.open();
            warm.awaitFinished();
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void whoIsCancelledMeanwhileLeavesNothingBehind() {
        try (FakePair pair = new FakePair(EVERYTHING)) {
            pair.large.gate(gate);
            StepGate smallGate = new StepGate();
            pair.small.gate(smallGate);
            EventLog log = new EventLog();
            var handle = pair.submit(pair.request("pair", LONG, TOKENS, FakePair.entropy(0.5)), log);
            gate.awaitStep();
            handle.cancel();
            smallGate.open();
            log.awaitEnd();
            gate.open();
            pair.assertIdleAndBalanced();

            assertThat(log.ids()).isEmpty();
        }
    }

    @Test
    void workAheadThatFailsHurtsNobody() {
        try (FakePair pair = new FakePair(EVERYTHING)) {
            pair.large.failOn(row -> row.candidate() == null);
            EventLog log = pair.run(pair.request("pair", LONG, TOKENS, FakePair.entropy(2)));
            assertThat(log.ids()).isEqualTo(Oracle.alone(pair.small.model(), LONG, TOKENS));
            pair.assertIdleAndBalanced();

            assertThat(spare(pair, "l").warmTokens()).isZero();
        }
    }

    /** What looks idle there is the other model's. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.9})
    void aSharedDeviceDoesNothingInAdvance(double threshold) {
        try (FakePair pair =
                new FakePair(EVERYTHING, FakePair.SPEC, FakePair.SPEC, Set.of(), List.of(), new FakePair.OneLane())) {
            pair.run(pair.request("pair", LONG, TOKENS, FakePair.entropy(threshold)));
            pair.assertIdleAndBalanced();

            assertThat(spare(pair, "l")).isEqualTo(EngineSnapshot.Spare.NONE);
            assertThat(spare(pair, "s")).isEqualTo(EngineSnapshot.Spare.NONE);
        }
    }
}
