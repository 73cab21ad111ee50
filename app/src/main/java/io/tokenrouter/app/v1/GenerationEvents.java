package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.scheduler.Scheduler;
import reactor.util.concurrent.Queues;

/**
 * The events of all generations of one request as a stream of batches: whatever came in since the last batch was taken. The
 * engine's threads only append to a queue; a slow reader gets larger batches, and one for whom too many events wait is cut.
 *
 * <p>An empty batch means "nothing new": one right after admission, then one whenever a whole ping period was silent.
 * Cancelling the stream cancels the generations.
 */
final class GenerationEvents {

    private final Queue<ChoiceEvent> queue =
            Queues.<ChoiceEvent>unboundedMultiproducer().get();
    private final Disposable.Composite resources;
    private final AtomicInteger draining = new AtomicInteger();
    private final FluxSink<List<ChoiceEvent>> sink;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Backlog backlog;
    private volatile boolean admitted;
    private volatile boolean emptyBatchDue;
    private volatile boolean silent;
    private int open;

    /**
     * How much may wait for a reader.
     *
     * @param most events
     * @param cut runs, perhaps more than once and on any thread, where more wait; has to end the reader's subscription
     */
    record Backlog(int most, Runnable cut) {}

    private GenerationEvents(
            FluxSink<List<ChoiceEvent>> sink, int choices, Backlog backlog, Disposable.Composite resources) {
        this.sink = sink;
        this.backlog = backlog;
        this.resources = resources;
        this.open = choices;
    }

    /**
     * Submits all choices when subscribed to: all are admitted, or none is and the stream fails with the refusal before any
     * batch. Ends after the last event of every choice, or after the first failure.
     *
     * @param ping a silence of one to two such periods ends with an empty batch
     * @param timer measures them
     * @param backlog how much may wait for whoever subscribes
     * @param running the generations of this request: to dispose of it cancels those that have not ended. For whoever may
     *     never get to read the stream: a server does not when its client has left before the first byte
     */
    static Flux<List<ChoiceEvent>> of(
            GenerationEngine engine,
            List<Job.Choice> choices,
            Duration ping,
            Scheduler timer,
            Backlog backlog,
            Disposable.Composite running) {
        return Flux.create(
                sink -> new GenerationEvents(sink, choices.size(), backlog, running)
                        .start(engine, choices, ping, timer),
                FluxSink.OverflowStrategy.ERROR);
    }

    private void start(GenerationEngine engine, List<Job.Choice> choices, Duration ping, Scheduler timer) {
        sink.onDispose(resources);
        try {
            for (Job.Choice choice : choices) {
                Running running = new Running(choice.index());
                running.handle = engine.submit(choice.generation(), running);
                resources.add(running);
            }
        } catch (RuntimeException refused) {
            sink.error(refused);
            return;
        }
        admitted = true;
        emptyBatchDue = true;
        resources.add(timer.schedulePeriodically(this::tick, ping.toNanos(), ping.toNanos(), TimeUnit.NANOSECONDS));
        sink.onRequest(more -> drain());
        drain();
    }

    private void tick() {
        if (silent) {
            emptyBatchDue = true;
            drain();
        }
        silent = true;
    }

    /** Emits as long as somebody wants batches; one thread at a time, the others only leave a note. */
    private void drain() {
        if (draining.getAndIncrement() != 0) {
            return;
        }
        int notes = 1;
        do {
            while (admitted && sink.requestedFromDownstream() > 0 && emitOne()) {
                silent = false;
            }
            notes = draining.addAndGet(-notes);
        } while (notes != 0);
    }

    private boolean emitOne() {
        if (open == 0) {
            return false;
        }
        List<ChoiceEvent> batch = new ArrayList<>();
        ChoiceEvent next;
        while (open > 0 && (next = queue.poll()) != null) {
            batch.add(next);
            if (next.event() instanceof TokenEvent.Failed) {
                open = 0;
            } else if (next.event() instanceof TokenEvent.Finished) {
                open--;
            }
        }
        waiting.addAndGet(-batch.size());
        if (batch.isEmpty() && !emptyBatchDue) {
            return false;
        }
        emptyBatchDue = false;
        sink.next(batch);
        if (open == 0) {
            sink.complete();
        }
        return true;
    }

    /** One choice's generation. */
    private final class Running implements TokenListener, Disposable {

        private final int choice;
        private volatile @Nullable GenerationHandle handle;
        private volatile boolean ended;

        Running(int choice) {
            this.choice = choice;
        }

        @Override
        public void onEvent(TokenEvent event) {
            if (!(event instanceof TokenEvent.Token)) {
                ended = true;
            }
            queue.add(new ChoiceEvent(choice, event));
            boolean isTooMuch = waiting.incrementAndGet() > backlog.most();
            drain();
            if (isTooMuch && waiting.get() > backlog.most()) {
                backlog.cut().run();
            }
        }

        @Override
        public void dispose() {
            GenerationHandle running = handle;
            if (!ended && running != null) {
                running.cancel();
            }
        }
    }
}
