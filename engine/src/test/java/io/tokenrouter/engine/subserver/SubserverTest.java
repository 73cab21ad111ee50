package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.metrics.EngineMetrics;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubserverTest {

    private static final ExecutorSpec SPEC = new ExecutorSpec(40, 200, 4, 100, 4, 16);

    private final FakeExecutor executor = new FakeExecutor(new FakeModel(1, 40), SPEC);
    private final StepGate gate = new StepGate();
    private Subserver subserver = start(new GreedyPolicy(), System::nanoTime);

    private Subserver start(BatchingPolicy policy, LongSupplier clock) {
        return new Subserver("m", executor, policy, true, new DeviceGroup(), EngineMetrics.NONE, clock);
    }

    @AfterEach
    void stop() {
        gate.open();
        subserver.close();
        assertThat(executor.faults()).isEmpty();
    }

    /** Writes some tokens at its seat, then leaves. */
    private final class Writer implements SeatOwner {
        final Seat seat;
        final CountDownLatch gone = new CountDownLatch(1);
        int[] ids;
        int length;
        int left;

        Writer(long age, int promptLength, int tokens) {
            ids = new int[promptLength + tokens];
            Arrays.fill(ids, 0, promptLength, (int) age);
            length = promptLength;
            left = tokens;
            seat = subserver.open(this, age, promptLength);
        }

        Writer enter() {
            ask();
            seat.enter();
            return this;
        }

        private void ask() {
            seat.ask(ids, length, length, new CandidateRequest(SamplingParams.GREEDY, length, ids, 1, 0, false));
        }

        @Override
        public boolean isEnding() {
            return false;
        }

        @Override
        public void onEnding(Seat here) {
            throw new AssertionError("never ends by itself");
        }

        @Override
        public int onExtended(Seat here, int start, int count, long startedNanos) {
            return 0;
        }

        @Override
        public boolean onCandidate(Seat here, TokenCandidate candidate) {
            ids[length++] = candidate.token();
            if (--left == 0) {
                here.leaveForGood();
                return false;
            }
            ask();
            return true;
        }

        @Override
        public void onFailure(Seat here, Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void onReleased(Seat here) {
            gone.countDown();
        }

        void awaitGone() throws InterruptedException {
            assertThat(gone.await(30, TimeUnit.SECONDS)).as("done in time").isTrue();
        }
    }

    @Test
    void aLongPromptIsCutSoThatOthersGetTheirNextToken() throws InterruptedException {
        executor.gate(gate);
        Writer decoding = new Writer(1, 2, 12).enter();
        gate.awaitStep();
        Writer prompting = new Writer(2, 60, 1).enter();
        gate.open();
        decoding.awaitGone();
        prompting.awaitGone();

        List<List<Integer>> steps =
                executor.steps().stream().map(FakeExecutor.StepShape::rowTokens).toList();
        assertThat(steps.getFirst()).containsExactly(2);
        assertThat(steps.subList(1, 12))
                .as("one decode row and a quarter of the step's ids")
                .allSatisfy(rows -> {
                    assertThat(rows).containsExactly(1, 4);
                });
        assertThat(steps.subList(12, steps.size()))
                .as("alone, the prompt takes whole steps")
                .containsExactly(List.of(16));
    }

    @Test
    void moreRowsThanAStepHoldsTakeTurns() throws InterruptedException {
        executor.gate(gate);
        Writer first = new Writer(0, 1, 5).enter();
        gate.awaitStep();
        Writer[] writers = new Writer[9];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Writer(i + 1, 1, 4).enter();
        }
        gate.open();
        first.awaitGone();
        for (Writer writer : writers) {
            writer.awaitGone();
        }

        List<FakeExecutor.StepShape> steps = executor.steps();
        assertThat(steps.getFirst().rowTokens()).hasSize(1);
        assertThat(steps.subList(1, 11))
                .as("full steps")
                .allSatisfy(step -> assertThat(step.rowTokens()).hasSize(4));
        assertThat(steps).hasSize(11);
    }

    @Test
    void rowsAreHeldAsLongAsThePolicySays() throws InterruptedException {
        subserver.close();
        ManualClock clock = new ManualClock();
        CountDownLatch held = new CountDownLatch(2);
        subserver = start(
                (state, now) -> {
                    held.countDown();
                    long waited = now - state.oldestReadyNanos();
                    return state.ready() >= 2 || waited >= 1_000_000
                            ? BatchingPolicy.Go.NOW
                            : new BatchingPolicy.Wait(1_000_000 - waited);
                },
                clock);
        Writer writer = new Writer(1, 1, 1).enter();
        assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(executor.steps()).as("nothing runs while the clock stands").isEmpty();

        clock.advanceMillis(2);
        writer.awaitGone();
        assertThat(executor.steps()).hasSize(1);
        assertThat(subserver.snapshot().heldNanos()).isEqualTo(2_000_000);
    }
}
