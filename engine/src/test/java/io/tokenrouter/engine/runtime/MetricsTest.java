package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private static final int[] PROMPT = {3, 1, 4};

    private static final class Recorder implements EngineMetrics {
        final AtomicInteger steps = new AtomicInteger();
        final AtomicInteger stepTokens = new AtomicInteger();
        final List<String> writers = Collections.synchronizedList(new ArrayList<>());
        final List<String> times = Collections.synchronizedList(new ArrayList<>());
        final List<String> events = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {
            steps.incrementAndGet();
            stepTokens.addAndGet(tokens);
        }

        @Override
        public void tokenCommitted(String target, String writer, float entropy) {
            writers.add(writer);
        }

        @Override
        public void firstToken(String target, long nanos) {
            times.add("first " + nanos);
        }

        @Override
        public void nextToken(String target, long nanos) {
            times.add("next " + nanos);
        }

        @Override
        public void generationFinished(
                String target,
                String outcome,
                int promptTokens,
                int completionTokens,
                int switches,
                long queuedNanos,
                long firstTokenNanos,
                long totalNanos) {
            events.add(target + " " + outcome + " " + promptTokens + " " + completionTokens);
        }

        @Override
        public void answerMissing(String target, String model) {
            events.add(target + " without " + model);
        }

        @Override
        public void refused(String kind) {
            events.add("refused " + kind);
        }

        @Override
        public void modelRemoved(EngineSnapshot.Model last) {
            events.add(last.id() + " left after " + last.writtenTokens());
        }
    }

    @Test
    void hearsTheLastFiguresOfAModelThatLeaves() {
        Recorder recorder = new Recorder();
        try (FakePair pair = new FakePair(FakePair.OPTIONS.withMetrics(recorder))) {
            pair.run(pair.request("s", PROMPT, 30, null));
            pair.engine.removePair("pair", Duration.ZERO);
            pair.engine.removeModel("s", Duration.ZERO);

            assertThat(recorder.events).containsExactly("s length 3 30", "s left after 30");
            assertThat(pair.engine.snapshot().models())
                    .extracting(EngineSnapshot.Model::id)
                    .containsExactly("l");
        }
    }

    @Test
    void hearsOfStepsTokensEndsAndRefusals() {
        Recorder recorder = new Recorder();
        try (FakePair pair = new FakePair(FakePair.OPTIONS.withMetrics(recorder))) {
            EventLog log = pair.run(pair.request("pair", PROMPT, 30, FakePair.entropy(0.5)));
            Throwable refusal = catchThrowable(() -> pair.run(pair.request("nobody", PROMPT, 30, null)));
            pair.assertIdleAndBalanced();

            assertThat(refusal).isNotNull();
            assertThat(recorder.writers).isEqualTo(log.writers());
            assertThat(recorder.events).containsExactlyInAnyOrder("pair length 3 30", "refused unknown_target");
            List<EngineSnapshot.Model> models = pair.engine.snapshot().models();
            assertThat(models.stream().mapToLong(EngineSnapshot.Model::steps).sum())
                    .isEqualTo(recorder.steps.get());
            assertThat(models.stream()
                            .mapToLong(EngineSnapshot.Model::extendTokens)
                            .sum())
                    .isEqualTo(recorder.stepTokens.get());
        }
    }

    @Test
    void hearsHowLongEachTokenTook() {
        Recorder recorder = new Recorder();
        ManualClock clock = new ManualClock();
        StepGate gate = new StepGate();
        try (FakePair pair = new FakePair(FakePair.OPTIONS.withMetrics(recorder).withClock(clock))) {
            pair.small.gate(gate);
            EventLog log = new EventLog();
            pair.engine.submit(pair.request("s", PROMPT, 3, null), log);
            for (int millis : new int[] {7, 2, 5}) {
                gate.awaitStep();
                clock.advanceMillis(millis);
                gate.allow(1);
            }
            log.awaitEnd();

            assertThat(recorder.times).containsExactly("first 7000000", "next 2000000", "next 5000000");
            gate.open();
        }
    }

    @Test
    void countsAnswersThatWereMissing() {
        Recorder recorder = new Recorder();
        try (FakePair pair = new FakePair(FakePair.OPTIONS.withMetrics(recorder))) {
            pair.large.failOn(row -> true);
            pair.run(pair.request("pair", PROMPT, 5, FakePair.entropy(0)));
            pair.assertIdleAndBalanced();

            assertThat(recorder.events).hasSize(6).contains("pair without l", "pair length 3 5");
        }
    }

    @Test
    void metricsThatThrowHurtNobody() {
        try (FakePair pair = new FakePair(FakePair.OPTIONS.withLimits(1, 1).withMetrics(new Broken()))) {
            pair.large.failOn(row -> true);
            assertThat(pair.run(pair.request("pair", PROMPT, 5, FakePair.entropy(0)))
                            .ids())
                    .hasSize(5);
            assertThat(catchThrowable(() -> pair.run(pair.request("nobody", PROMPT, 5, null))))
                    .isInstanceOf(EngineException.class);
            assertThat(pair.run(pair.request("s", PROMPT, 5, null)).ids())
                    .as("in the only place there is")
                    .hasSize(5);
            pair.assertIdleAndBalanced();
            pair.engine.removePair("pair", Duration.ZERO);
            pair.engine.removeModel("s", Duration.ZERO);
        }
    }

    /** Throws whatever it is told. */
    private static final class Broken implements EngineMetrics {
        @Override
        public void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {
            throw new IllegalStateException("scripted");
        }

        @Override
        public void tokenCommitted(String target, String writer, float entropy) {
            throw new IllegalStateException("scripted");
        }

        @Override
        public void firstToken(String target, long nanos) {
            throw new IllegalStateException("scripted");
        }

        @Override
        public void nextToken(String target, long nanos) {
            throw new IllegalStateException("scripted");
        }

        @Override
        public void generationFinished(
                String target,
                String outcome,
                int promptTokens,
                int completionTokens,
                int switches,
                long queuedNanos,
                long firstTokenNanos,
                long totalNanos) {
            throw new IllegalStateException("scripted");
        }

        @Override
        public void answerMissing(String target, String model) {
            throw new IllegalStateException("scripted");
        }

        @Override
        public void refused(String kind) {
            throw new IllegalStateException("scripted");
        }

        @Override
        public void modelRemoved(EngineSnapshot.Model last) {
            throw new IllegalStateException("scripted");
        }
    }

    @Test
    void aSnapshotShowsWhoIsWhere() {
        try (FakePair pair = new FakePair()) {
            StepGate gate = new StepGate();
            pair.large.gate(gate);
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", PROMPT, 5, FakePair.fixed("large")), log);
            gate.awaitStep();

            EngineSnapshot snapshot = pair.engine.snapshot();
            assertThat(snapshot.requests()).singleElement().satisfies(request -> {
                assertThat(request.target()).isEqualTo("pair");
                assertThat(request.at()).isEqualTo("l");
                assertThat(request.promptTokens()).isEqualTo(3);
            });
            assertThat(pair.model("l").running()).isEqualTo(1);
            gate.open();
            log.awaitFinished();
            pair.assertIdleAndBalanced();
            assertThat(pair.engine.snapshot().requests()).isEmpty();
        }
    }
}
