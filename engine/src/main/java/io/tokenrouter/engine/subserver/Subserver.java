package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import io.tokenrouter.engine.kvcache.PrefixCache;
import io.tokenrouter.engine.kvcache.ResidentSequence;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One model's loop: takes arrivals, asks the batching policy, composes a step, runs it, hands each answer to its generation.
 * A generation that stays keeps its row: no queue, no message. One thread does all of it and owns the model's blocks.
 */
public final class Subserver implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Subserver.class);
    private static final long NOT_HELD = Long.MIN_VALUE;

    private final String id;
    private final ExecutorSpec spec;
    private final BatchingPolicy policy;
    private final EngineMetrics metrics;
    private final LongSupplier clock;
    private final BlockAllocator allocator;
    private final @Nullable PrefixCache prefixCache;
    private final KvRoom room = new KvRoom();
    private final StepComposer composer;
    private final StepRunner runner;
    private final Inbox inbox = new Inbox();
    private final ModelCounters counters = new ModelCounters();
    private final SubserverGauges gauges;
    private final AtomicInteger seats = new AtomicInteger();
    private final Thread thread;

    private final Step step = new Step();
    private List<Seat> waiting = new ArrayList<>();
    private List<Seat> next = new ArrayList<>();
    private long heldSinceNanos = NOT_HELD;

    private volatile boolean attention;
    private volatile boolean closing;

    /**
     * Starts the loop.
     *
     * @param executor used by this subserver alone; stays open when it is closed
     * @param sharedPrefixes whether generations share blocks of equal prefixes
     * @param clock nanoseconds, as {@link System#nanoTime()}
     */
    public Subserver(
            String id,
            ModelExecutor executor,
            BatchingPolicy policy,
            boolean sharedPrefixes,
            EngineMetrics metrics,
            LongSupplier clock) {
        this.id = id;
        this.spec = executor.spec();
        this.policy = policy;
        this.metrics = metrics;
        this.clock = clock;
        this.allocator = new BlockAllocator(spec.blockCount());
        this.prefixCache = sharedPrefixes ? new PrefixCache(allocator, spec.blockSize()) : null;
        this.composer = new StepComposer(spec, room);
        this.runner = new StepRunner(id, executor);
        this.gauges = new SubserverGauges(allocator);
        this.thread = Thread.ofPlatform().name("subserver-" + id).daemon().start(this::loop);
    }

    public String id() {
        return id;
    }

    public ExecutorSpec spec() {
        return spec;
    }

    public ModelCounters counters() {
        return counters;
    }

    /**
     * A seat for a generation, from any thread. It has to be given up with {@link Seat#leaveForGood()}.
     *
     * @param age smaller for generations admitted earlier; they keep their blocks longer
     */
    public Seat open(SeatOwner owner, long age, int promptLength) {
        seats.incrementAndGet();
        return new Seat(this, owner, new ResidentSequence(allocator, prefixCache, spec.blockSize()), age, promptLength);
    }

    /** Some generation is to end; it is looked for before the next step. From any thread. */
    public void attend() {
        attention = true;
        inbox.wake();
    }

    /** Figures of this moment, from any thread. */
    public EngineSnapshot.Model snapshot() {
        return gauges.snapshot(id, counters);
    }

    /** Ends the loop after the step that runs; all seats have to be given up before. Returns when the thread has ended. */
    @Override
    public void close() {
        closing = true;
        inbox.wake();
        if (Thread.currentThread() == thread) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void enter(Seat seat) {
        seat.errand = Seat.Errand.ENTER;
        inbox.put(seat);
    }

    void release(Seat seat) {
        if (Thread.currentThread() == thread) {
            giveUp(seat);
        } else {
            seat.errand = Seat.Errand.RELEASE;
            inbox.put(seat);
        }
    }

    private void loop() {
        while (!closing) {
            try {
                turn();
            } catch (Throwable bug) {
                LOG.error("The loop of {} failed; every generation at it ends", id, bug);
                failAll(bug);
            }
        }
    }

    private void turn() {
        inbox.drain(this::arrive);
        if (attention) {
            attention = false;
            sweep();
        }
        gauges.show(waiting.size(), 0, residentSeats());
        if (waiting.isEmpty()) {
            heldSinceNanos = NOT_HELD;
            inbox.sleep(Long.MAX_VALUE, this::isCalled);
            return;
        }
        long now = clock.getAsLong();
        switch (policy.decide(state(), now)) {
            case BatchingPolicy.Go go -> runStep(now);
            case BatchingPolicy.Wait wait -> {
                heldSinceNanos = heldSinceNanos == NOT_HELD ? now : heldSinceNanos;
                inbox.sleep(wait.nanos(), this::isCalled);
            }
        }
    }

    private boolean isCalled() {
        return attention || closing;
    }

    private BatchingPolicy.QueueState state() {
        return new BatchingPolicy.QueueState(
                waiting.size(), waiting.getFirst().readyNanos(), seats.get() - waiting.size(), spec.maxRows());
    }

    private void arrive(Seat seat) {
        if (seat.errand == Seat.Errand.RELEASE) {
            giveUp(seat);
            return;
        }
        room.returned(seat);
        if (seat.owner.isEnding()) {
            seat.owner.onEnding(seat);
        } else {
            seat.asked(clock.getAsLong());
            waiting.add(seat);
        }
    }

    private void sweep() {
        waiting.removeIf(seat -> {
            boolean ending = seat.owner.isEnding();
            if (ending) {
                seat.owner.onEnding(seat);
            }
            return ending;
        });
    }

    private void runStep(long now) {
        step.clear();
        composer.compose(waiting, step);
        if (step.isEmpty()) {
            throw new IllegalStateException(waiting.size() + " generations wait and none fits into the pool");
        }
        long held = heldSinceNanos == NOT_HELD ? 0 : now - heldSinceNanos;
        heldSinceNanos = NOT_HELD;
        gauges.show(waiting.size() - step.size(), step.size(), residentSeats());
        runner.run(step);
        long busy = clock.getAsLong() - now;
        account(now, busy, held);
        deliver();
    }

    private void account(long startedNanos, long busyNanos, long heldNanos) {
        int prefill = 0;
        int catchUp = 0;
        for (int i = 0; i < step.size(); i++) {
            if (step.failure(i) != null) {
                continue;
            }
            Seat seat = step.seat(i);
            int start = step.row(i).start();
            int count = step.row(i).count();
            counters.prefixHits.add(seat.takePrefixHits());
            seat.advance(count);
            prefill += Math.clamp(seat.promptLength - start, 0, count);
            catchUp += seat.owner.onExtended(seat, start, count, startedNanos);
        }
        counters.steps.increment();
        counters.rows.add(step.size());
        counters.extendTokens.add(step.tokens());
        counters.prefillTokens.add(prefill);
        counters.catchUpTokens.add(catchUp);
        counters.busyNanos.add(busyNanos);
        counters.heldNanos.add(heldNanos);
        metrics.stepFinished(id, step.size(), step.tokens(), busyNanos, heldNanos);
    }

    /**
     * Hands out the answers. Who stays lines up behind those that have waited longer; who needs more steps for an answer keeps
     * its place.
     */
    private void deliver() {
        for (int i = 0; i < step.size(); i++) {
            if (step.failure(i) == null && step.candidate(i) == null) {
                step.seat(i).inStep(false);
            }
        }
        next.clear();
        for (int i = 0; i < waiting.size(); i++) {
            Seat seat = waiting.get(i);
            if (!seat.inStep()) {
                next.add(seat);
            }
        }
        List<Seat> served = waiting;
        waiting = next;
        next = served;
        for (int i = 0; i < step.size(); i++) {
            if (step.seat(i).inStep()) {
                step.seat(i).inStep(false);
                deliver(step.seat(i), step.candidate(i), step.failure(i));
            }
        }
    }

    private void deliver(Seat seat, @Nullable TokenCandidate candidate, @Nullable Throwable failure) {
        if (failure != null) {
            seat.owner.onFailure(seat, failure);
        } else if (seat.owner.isEnding()) {
            seat.owner.onEnding(seat);
        } else if (seat.owner.onCandidate(seat, candidate)) {
            seat.asked(clock.getAsLong());
            waiting.add(seat);
        } else {
            room.left(seat);
        }
    }

    private void giveUp(Seat seat) {
        room.returned(seat);
        seat.resident.release();
        gauges.blocks();
        seats.decrementAndGet();
        seat.owner.onReleased(seat);
    }

    private void failAll(Throwable bug) {
        List<Seat> all = new ArrayList<>(waiting);
        for (int i = 0; i < step.size(); i++) {
            if (step.seat(i).inStep() && !all.contains(step.seat(i))) {
                all.add(step.seat(i));
            }
        }
        waiting.clear();
        step.clear();
        for (Seat seat : all) {
            seat.inStep(false);
            seat.owner.onFailure(seat, bug);
        }
    }

    private int residentSeats() {
        int holding = room.away();
        for (int i = 0; i < waiting.size(); i++) {
            holding += waiting.get(i).resident.blockCount() > 0 ? 1 : 0;
        }
        return holding;
    }
}
