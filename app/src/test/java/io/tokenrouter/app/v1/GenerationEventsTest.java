package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.KeptCaches;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Events reach a reader at its own pace, and its leaving reaches the engine. */
class GenerationEventsTest {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final HandEngine engine = new HandEngine();
    private final Disposable.Composite running = Disposables.composite();
    private int cuts;

    @Test
    void aSlowReaderGetsEverythingInOneBatch() {
        StepVerifier.create(events(1), 1)
                .assertNext(batch -> assertThat(batch).isEmpty())
                .then(() -> {
                    engine.token(0, 0);
                    engine.token(0, 1);
                    engine.finish(0);
                })
                .thenRequest(1)
                .assertNext(batch -> assertThat(batch).hasSize(3))
                .verifyComplete();
    }

    @Test
    void aReaderForWhomTooMuchWaitsIsCut() {
        BaseSubscriber<List<ChoiceEvent>> reader = new BaseSubscriber<>() {

            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                request(1);
            }
        };
        events(1).subscribe(reader);
        for (int i = 0; i < 5; i++) {
            engine.token(0, i);
        }
        assertThat(cuts).isZero();

        reader.request(1);
        for (int i = 5; i < 10; i++) {
            engine.token(0, i);
        }
        assertThat(cuts).isZero();

        engine.token(0, 10);
        assertThat(cuts).isEqualTo(1);
    }

    @Test
    void silenceIsBrokenByAnEmptyBatch() {
        StepVerifier.create(events(1))
                .assertNext(batch -> assertThat(batch).isEmpty())
                .then(() -> time.advanceTimeBy(Duration.ofSeconds(2)))
                .assertNext(batch -> assertThat(batch).isEmpty())
                .then(() -> engine.token(0, 0))
                .assertNext(batch -> assertThat(batch).hasSize(1))
                .then(() -> engine.finish(0))
                .assertNext(batch -> assertThat(batch).hasSize(1))
                .verifyComplete();
    }

    @Test
    void theStreamEndsWithTheLastChoice() {
        StepVerifier.create(events(2))
                .expectNextCount(1)
                .then(() -> engine.finish(1))
                .assertNext(batch -> assertThat(batch.getFirst().choice()).isEqualTo(1))
                .then(() -> engine.finish(0))
                .assertNext(batch -> assertThat(batch.getFirst().choice()).isZero())
                .verifyComplete();
        assertThat(engine.cancelled).isEmpty();
    }

    @Test
    void aFailureOfOneChoiceCancelsTheOthers() {
        StepVerifier.create(events(3))
                .expectNextCount(1)
                .then(() -> engine.fail(1))
                .expectNextCount(1)
                .verifyComplete();
        assertThat(engine.cancelled).containsExactlyInAnyOrder(0, 2);
    }

    @Test
    void oneRefusedChoiceRefusesAll() {
        engine.admits = 2;

        StepVerifier.create(events(3)).verifyError(EngineException.class);
        assertThat(engine.cancelled).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void cancellingTheStreamCancelsWhatRuns() {
        BaseSubscriber<List<ChoiceEvent>> reader = new BaseSubscriber<>() {};
        events(2).subscribe(reader);
        engine.finish(0);
        reader.cancel();

        assertThat(engine.cancelled).containsExactly(1);
    }

    @Test
    void whatIsSubmittedAfterTheRequestEndedIsCancelled() {
        running.dispose();
        events(2).subscribe();

        assertThat(engine.cancelled).containsExactlyInAnyOrder(0, 1);
    }

    private Flux<List<ChoiceEvent>> events(int choices) {
        List<Job.Choice> asked = new ArrayList<>();
        for (int i = 0; i < choices; i++) {
            GenerationRequest request = new GenerationRequest(
                    Integer.toString(i),
                    "duo",
                    new int[] {1},
                    SamplingParams.GREEDY,
                    StopCriteria.maxTokens(9),
                    null,
                    0);
            asked.add(new Job.Choice(i, 0, request, ""));
        }
        return GenerationEvents.of(
                engine, asked, Duration.ofSeconds(1), time, new GenerationEvents.Backlog(5, () -> cuts++), running);
    }

    /** Plays what the test says, on the test's thread. */
    private static final class HandEngine implements GenerationEngine {

        private static final GenerationStats NO_STATS =
                new GenerationStats(1, 0, Map.of(), 0, Map.of(), 0, 0, KeptCaches.NONE, 0, 0, 0);

        final List<TokenListener> listeners = new ArrayList<>();
        final List<Integer> cancelled = new ArrayList<>();
        int admits = Integer.MAX_VALUE;

        void token(int choice, int index) {
            listeners
                    .get(choice)
                    .onEvent(new TokenEvent.Token(index, 5, "small", 0f, 0f, null, new int[0], new float[0]));
        }

        void finish(int choice) {
            listeners.get(choice).onEvent(new TokenEvent.Finished(FinishReason.STOP, null, NO_STATS));
        }

        void fail(int choice) {
            var error = new EngineException(EngineException.Kind.INTERNAL, "broken", null, 0);
            listeners.get(choice).onEvent(new TokenEvent.Failed(error, NO_STATS));
        }

        @Override
        public GenerationHandle submit(GenerationRequest request, TokenListener listener) {
            if (listeners.size() == admits) {
                throw new EngineException(EngineException.Kind.OVERLOADED, "full", null, 1);
            }
            int choice = listeners.size();
            listeners.add(listener);
            return new GenerationHandle() {

                @Override
                public String id() {
                    return request.id();
                }

                @Override
                public void cancel() {
                    cancelled.add(choice);
                }

                @Override
                public boolean isDone() {
                    return false;
                }
            };
        }

        @Override
        public EngineSnapshot snapshot() {
            return new EngineSnapshot(0, List.of(), List.of());
        }
    }
}
