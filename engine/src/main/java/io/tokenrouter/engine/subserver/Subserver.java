package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import io.tokenrouter.engine.kvcache.PrefixCache;
import io.tokenrouter.engine.kvcache.ResidentSequence;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
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
    private static final Duration LAST_STEP = Duration.ofMinutes(1);
    private static final long NOT_HELD = Long.MIN_VALUE;

    private final String id;
    private final ExecutorSpec spec;
    private final BatchingPolicy policy;
    private final DeviceGroup group;
    private final LongSupplier clock;
    private final BlockAllocator allocator;
    private final @Nullable PrefixCache prefixCache;
    private final KvRoom room;
    private final StepComposer composer;
    private final StepRunner runner;
    private final Inbox inbox = new Inbox();
    private final ModelCounters counters = new ModelCounters();
    private final StepAccounts accounts;
    private final SubserverGauges gauges;
    private final AtomicInteger seats = new AtomicInteger();
    private final Thread thread;

    private final Step step = new Step();
    private final WaitingRows waiting = new WaitingRows();
    private final Delivery delivery;
    private long heldSinceNanos = NOT_HELD;

    private volatile boolean attention;
    private volatile boolean holding;
    private volatile boolean othersChanged;
    private volatile boolean inStep;
    private volatile boolean closing;

    /**
     * Starts the loop.
     *
     * @param executor used by this subserver alone; stays open when it is closed
     * @param sharedPrefixes whether generations share blocks of equal prefixes
     * @param group what the policy may see of other models; the subserver joins it
     * @param clock nanoseconds, as {@link System#nanoTime()}
     */
    public Subserver(
            String id,
            ModelExecutor executor,
            BatchingPolicy policy,
            boolean sharedPrefixes,
            DeviceGroup group,
            EngineMetrics metrics,
            LongSupplier clock) {
        this.id = id;
        this.spec = executor.spec();
        this.policy = policy;
        this.clock = clock;
        this.group = group;
        this.allocator = new BlockAllocator(spec.blockCount());
        this.prefixCache = sharedPrefixes ? new PrefixCache(allocator, spec.blockSize()) : null;
        this.room = new KvRoom(allocator);
        this.composer = new StepComposer(spec, room);
        this.runner = new StepRunner(id, executor);
        this.delivery = new Delivery(id, step, waiting, room, clock);
        this.accounts = new StepAccounts(id, counters, metrics);
        this.gauges = new SubserverGauges(allocator);
        group.join(this);
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

    /**
     * Ends the loop after the step that runs; all seats have to be given up before. Returns when the thread has ended, or after a
     * minute if its executor does not return.
     */
    @Override
    public void close() {
        group.leave(this);
        closing = true;
        inbox.wake();
        try {
            if (!thread.join(LAST_STEP)) {
                LOG.error("The step of {} that runs does not end; its thread is left behind", id);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isInStep() {
        return inStep;
    }

    /** Rows that are held back are decided upon again. */
    void reconsider() {
        othersChanged = true;
        if (holding) {
            inbox.wake();
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
                inStep = false;
                delivery.failAll(bug);
            }
        }
    }

    private void turn() {
        inbox.drain(this::arrive);
        if (attention) {
            attention = false;
            waiting.endThoseEnding();
        }
        gauges.show(waiting.size(), 0, residentSeats());
        if (waiting.isEmpty()) {
            heldSinceNanos = NOT_HELD;
            inbox.sleep(Long.MAX_VALUE, this::isCalled);
            return;
        }
        othersChanged = false;
        long now = clock.getAsLong();
        switch (policy.decide(state(), now)) {
            case BatchingPolicy.Go go -> runStep(now);
            case BatchingPolicy.Wait wait -> {
                heldSinceNanos = heldSinceNanos == NOT_HELD ? now : heldSinceNanos;
                holding = true;
                inbox.sleep(wait.nanos(), this::isCalled);
                holding = false;
            }
        }
    }

    private boolean isCalled() {
        return attention || closing || othersChanged && holding;
    }

    private BatchingPolicy.QueueState state() {
        return new BatchingPolicy.QueueState(
                waiting.size(),
                waiting.first().readyNanos(),
                seats.get() - waiting.size(),
                group.othersInStep(this),
                spec.maxRows());
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

    private void runStep(long now) {
        step.clear();
        composer.compose(waiting.inOrder(), step);
        if (step.isEmpty()) {
            throw new IllegalStateException(waiting.size() + " generations wait and none fits into the pool");
        }
        long held = heldSinceNanos == NOT_HELD ? 0 : now - heldSinceNanos;
        heldSinceNanos = NOT_HELD;
        gauges.show(waiting.size() - step.size(), step.size(), residentSeats());
        inStep = true;
        runner.run(step);
        accounts.book(step, now, clock.getAsLong() - now, held);
        delivery.deliver();
        inStep = false;
        group.stepEnded(this);
    }

    private void giveUp(Seat seat) {
        room.returned(seat);
        seat.resident.release();
        gauges.blocks();
        seats.decrementAndGet();
        seat.owner.onReleased(seat);
    }

    private int residentSeats() {
        return room.away() + waiting.holdingBlocks();
    }
}
