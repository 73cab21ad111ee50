package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubserverTest {

    private static final ExecutorSpec SPEC = new ExecutorSpec(40, 200, 4, 100, 4, 16);

    private final FakeExecutor executor = new FakeExecutor(new FakeModel(1, 40), SPEC);
    private final StepGate gate = new StepGate();
    private Subserver subserver = start(GroupPlan::greedy, System::nanoTime);

    private Subserver start(Function<GroupShape, GroupPlan> plans, LongSupplier clock) {
        return start("m", executor, new StepScheduler(plans, clock), clock);
    }

    private static Subserver start(String id, FakeExecutor on, StepScheduler scheduler, LongSupplier clock) {
        return new Subserver(id, on, true, scheduler, EngineMetrics.NONE, StepListener.NONE, clock);
    }

    @AfterEach
    void stop() {
        gate.open();
        subserver.close();
        assertThat(executor.faults()).isEmpty();
    }

    /** Blocks that only a cache holds on to are there for the taking. */
    @Test
    void aTrialTakesBlocksOfTheCacheWhereNoneIsFree() throws Exception {
        for (int age = 1; age <= 3; age++) {
            new Writer(subserver, age, 190, 1).enter().awaitGone();
        }
        assertThat(subserver.snapshot().freeBlocks()).isLessThan(SPEC.maxRows());

        OptionalLong nanos = OptionalLong.empty();
        for (int tries = 0; nanos.isEmpty() && tries < 1000; tries++) {
            nanos = subserver.timeStep(SPEC.maxRows()).get(120, TimeUnit.SECONDS);
        }

        assertThat(nanos).isPresent();
    }

    @Test
    void aTrialAskedForAfterTheEndFailsAtOnce() {
        subserver.close();

        assertThat(subserver.timeStep(1))
                .failsWithin(Duration.ofMinutes(10))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("taken away");
    }

    @Test
    void aLongPromptIsCutSoThatOthersGetTheirNextToken() throws InterruptedException {
        executor.gate(gate);
        Writer decoding = new Writer(subserver, 1, 2, 12).enter();
        gate.awaitStep();
        Writer prompting = new Writer(subserver, 2, 60, 1).enter();
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
        Writer first = new Writer(subserver, 0, 1, 5).enter();
        gate.awaitStep();
        Writer[] writers = new Writer[9];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Writer(subserver, i + 1, 1, 4).enter();
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

    /** On one device that runs one step at a time; each step takes 100 ms, and a request is overdue after 250 ms. */
    @Test
    void aLongPromptDoesNotKeepTheOtherModelOffTheDevice() throws InterruptedException {
        ManualClock clock = new ManualClock();
        Device device = new DeviceGroupTest.Lane("shared", true);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        StepScheduler scheduler = new StepScheduler(GroupPlan::greedy, clock);
        try (Subserver prompts = timed("prompts", gate, device, scheduler, clock, order);
                Subserver decodes = timed("decodes", null, device, scheduler, clock, order)) {
            Writer prompting = new Writer(prompts, 1, 190, 1).enter();
            gate.awaitStep();
            Writer decoding = new Writer(decodes, 2, 2, 6).enter();
            gate.open();
            decoding.awaitGone();
            prompting.awaitGone();
        }
        scheduler.close();

        int last = order.lastIndexOf("decodes");
        int longestStall = 0;
        int stall = 0;
        for (String step : order.subList(1, last)) {
            stall = step.equals("prompts") ? stall + 1 : 0;
            longestStall = Math.max(longestStall, stall);
        }
        assertThat(longestStall).as("steps of the prompt in a row: %s", order).isLessThanOrEqualTo(1);
    }

    private static Subserver timed(
            String id,
            @Nullable StepGate at,
            Device device,
            StepScheduler scheduler,
            ManualClock clock,
            List<String> order) {
        FakeExecutor fake = new FakeExecutor(new FakeModel(1, 40), SPEC, device);
        fake.gate(at);
        ModelExecutor timed = new ModelExecutor() {
            @Override
            public ExecutorSpec spec() {
                return SPEC;
            }

            @Override
            public Device device() {
                return device;
            }

            @Override
            public BatchResult execute(Batch batch) {
                order.add(id);
                BatchResult result = fake.execute(batch);
                clock.advanceMillis(100);
                return result;
            }

            @Override
            public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
                return fake.draw(own, wanted);
            }

            @Override
            public void close() {}
        };
        return new Subserver(id, timed, true, scheduler, EngineMetrics.NONE, StepListener.NONE, clock);
    }

    /** One of two generations that could come is away, the settings want both, and another model is in a step. */
    @Test
    void rowsAreHeldUntilTheirGuard() throws InterruptedException {
        ManualClock clock = new ManualClock();
        try (Held held = new Held(clock)) {
            Writer away = new Writer(held.model, 1, 1, 1);
            Writer writer = new Writer(held.model, 2, 1, 1).enter();
            clock.advanceNanos(Held.GUARD.toNanos() - 1);
            assertThat(writer.gone.await(20, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(executor.steps()).as("nothing runs before the guard").isEmpty();

            clock.advanceNanos(1);
            writer.awaitGone();
            assertThat(held.model.snapshot().heldNanos()).isEqualTo(Held.GUARD.toNanos());
            away.seat.leaveForGood();
            away.awaitGone();
        }
    }

    @Test
    void rowsAreNotHeldWhenNobodyElseCanCome() throws InterruptedException {
        try (Held held = new Held(new ManualClock())) {
            Writer away = new Writer(held.model, 1, 1, 1);
            Writer writer = new Writer(held.model, 2, 1, 3).enter();
            away.seat.leaveForGood();

            writer.awaitGone();
            away.awaitGone();
            assertThat(executor.steps()).hasSize(3);
        }
    }

    @Test
    void otherSettingsCountAtOnce() throws InterruptedException {
        try (Held held = new Held(new ManualClock())) {
            Writer away = new Writer(held.model, 1, 1, 1);
            Writer writer = new Writer(held.model, 2, 1, 3).enter();

            GroupShape shape = held.scheduler.groups().getFirst().shape();
            assertThat(held.scheduler.apply(shape, GroupPlan.greedy(shape))).isTrue();

            writer.awaitGone();
            assertThat(held.scheduler.groups().getFirst().plan().settings()).isEqualTo(new BatchingSettings.Greedy());
            away.seat.leaveForGood();
            away.awaitGone();
        }
    }

    /** Two models between which requests go: one whose settings ask for nine rows a step, one that stands in a step. */
    private final class Held implements AutoCloseable {

        static final Duration GUARD = Duration.ofMillis(3);

        final StepScheduler scheduler;
        final Subserver model;
        private final Subserver other;
        private final StepGate busy = new StepGate();
        private final Writer running;

        Held(ManualClock clock) {
            subserver.close();
            scheduler = new StepScheduler(
                    shape -> GroupPlan.untuned(
                                    shape,
                                    new BatchingSettings.MinimumBatch(
                                            Collections.nCopies(shape.models().size(), new Rule(9, Long.MAX_VALUE, 0))),
                                    "test")
                            .withGuard(GUARD),
                    clock);
            FakeExecutor second = new FakeExecutor(new FakeModel(2, 40), SPEC);
            second.gate(busy);
            model = start("m", executor, scheduler, clock);
            other = start("o", second, scheduler, clock);
            scheduler.link("m", "o");
            running = new Writer(other, 9, 1, 1).enter();
            busy.awaitStep();
        }

        @Override
        public void close() throws InterruptedException {
            busy.open();
            running.awaitGone();
            model.close();
            other.close();
            scheduler.close();
        }
    }
}
