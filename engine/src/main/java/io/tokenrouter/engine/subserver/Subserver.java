package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import io.tokenrouter.engine.kvcache.PrefixCache;
import io.tokenrouter.engine.kvcache.ResidentSequence;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.metrics.StepListener;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One model's loop: takes arrivals, asks the scheduler, composes a step, runs it, hands each answer to its generation.
 * A generation that stays keeps its row: no queue, no message. One thread, the device's, does all of it and owns the model's blocks.
 */
public final class Subserver implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Subserver.class);
    private static final Duration LAST_STEP = Duration.ofMinutes(1);

    private final String id;
    private final ModelExecutor executor;
    final StepScheduler scheduler;
    private final StepScheduler.Place place;
    final GroupMember member;
    private final LongSupplier clock;
    private final BlockAllocator allocator;
    private final @Nullable PrefixCache prefixCache;
    private final KvRoom room;
    private final StepComposer composer;
    private final StepRunner runner;
    private final Trials trials;
    private final SpareTime spare;
    private final Inbox inbox = new Inbox();
    private final ModelCounters counters = new ModelCounters();
    private final StepAccounts accounts;
    private final SubserverGauges gauges;
    private final DeviceThread thread;
    private final CountDownLatch left = new CountDownLatch(1);
    private final Step step = new Step();
    private final WaitingRows waiting = new WaitingRows();
    private final Delivery delivery;
    private final Arrivals arrivals;

    /** A step has ended since the scheduler was asked last, or failed. */
    private boolean goesOn;

    private volatile boolean attention;
    private volatile boolean errands;
    private volatile boolean closing;

    /**
     * Starts the loop.
     *
     * @param executor used by this subserver alone; stays open when it is closed
     * @param sharedPrefixes whether generations share blocks of equal prefixes
     * @param scheduler decides when its steps begin; the subserver joins it
     * @param listener told of every step
     * @param clock nanoseconds, as {@link System#nanoTime()}
     */
    public Subserver(
            String id,
            ModelExecutor executor,
            boolean sharedPrefixes,
            StepScheduler scheduler,
            EngineMetrics metrics,
            StepListener listener,
            LongSupplier clock) {
        this.id = id;
        this.executor = executor;
        this.scheduler = scheduler;
        this.clock = clock;
        this.allocator = new BlockAllocator(executor.spec().blockCount());
        this.prefixCache =
                sharedPrefixes ? new PrefixCache(allocator, executor.spec().blockSize()) : null;
        this.room = new KvRoom(allocator, counters, clock);
        this.composer = new StepComposer(executor.spec(), room);
        ModelExecutor watched = new WatchedExecutor(executor, reason -> lost(reason, metrics));
        this.runner = new StepRunner(id, watched);
        this.trials = new Trials(watched, allocator, clock);
        this.spare = new SpareTime(id, watched, room, clock);
        this.delivery = new Delivery(id, step, waiting, room, clock);
        this.accounts = new StepAccounts(id, counters, metrics, listener);
        this.gauges = new SubserverGauges(allocator);
        this.arrivals = new Arrivals(id, inbox, room, spare, delivery, gauges);
        this.place = scheduler.join(id, executor.spec(), executor.device());
        this.member = place.member();
        this.thread = place.thread();
        thread.serve(this);
    }

    public String id() {
        return id;
    }

    /** For what is asked of it outside of steps. */
    public ModelExecutor executor() {
        return executor;
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
        scheduler.seatTaken(member);
        int blockSize = executor.spec().blockSize();
        return new Seat(this, owner, new ResidentSequence(allocator, prefixCache, blockSize), age, promptLength);
    }

    /** Some generation is to end; it is looked for before the next step. From any thread. */
    public void attend() {
        attention = true;
        thread.wake();
    }

    /**
     * Runs a step of rows that belong to nobody, as soon as no model of the group has anything else to do.
     *
     * @param rows 1 to the most of a step
     * @return how long it took in ns; empty if there was something to do, or no room for it; fails once the subserver is closed
     */
    public CompletableFuture<OptionalLong> timeStep(int rows) {
        CompletableFuture<OptionalLong> nanos = trials.ask(rows);
        thread.wake();
        return nanos;
    }

    /** Figures of this moment, from any thread. */
    public EngineSnapshot.Model snapshot() {
        return gauges.snapshot(id, counters, executor.graphs());
    }

    /**
     * Ends after the step that runs; all seats have to be given up before. Returns when the thread has let go of it, or after a minute
     * if the executor does not return.
     */
    @Override
    public void close() {
        closing = true;
        thread.wake();
        try {
            if (!left.await(LAST_STEP.toSeconds(), TimeUnit.SECONDS)) {
                LOG.error("The step of {} that runs does not end; its thread is left behind", id);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scheduler.leave(place);
    }

    void enter(Seat seat) {
        long now = clock.getAsLong();
        seat.sent(now);
        boolean mayBeAnswered = seat.advance.mayAnswer();
        inbox.put(seat);
        if (mayBeAnswered) {
            // no step is due for it, so nobody else wakes the thread
            errands = true;
            thread.wake();
        }
        // the generation is the subserver's now: whatever goes wrong is for its thread to find
        try {
            scheduler.sent(member, now);
        } catch (Throwable bug) {
            decideAgain(bug);
        }
    }

    /** Something may be done for the seat in idle time. From any thread. */
    void prepare(Seat seat) {
        spare.call(seat);
        thread.wake();
    }

    void release(Seat seat) {
        try {
            scheduler.seatGivenUp(member);
        } catch (Throwable bug) {
            decideAgain(bug);
        }
        if (Thread.currentThread() == thread) {
            arrivals.giveUp(seat);
        } else {
            seat.errand = Seat.Errand.RELEASE;
            inbox.put(seat);
            errands = true;
            thread.wake();
        }
    }

    private void lost(String reason, EngineMetrics metrics) {
        LOG.error("The device of model {} was lost, its requests end: {}", id, reason);
        metrics.modelLost(id, reason);
    }

    /** A decision that failed is taken once more by the loop, which ends all generations here if it fails again. */
    private void decideAgain(Throwable bug) {
        LOG.error("No step of {} could be decided upon", id, bug);
        attend();
    }

    /** Of the device's thread: one step at most. True if there may be more to do at once. */
    boolean turn() {
        if (!goesOn && !isCalled()) {
            return false;
        }
        try {
            goesOn = serve();
        } catch (Throwable bug) {
            delivery.failAll(bug);
            goesOn = true;
            Alarm.pauseAfterFailure();
        }
        return goesOn;
    }

    private boolean serve() {
        errands = false;
        arrivals.takeIn();
        spare.listen();
        if (attention) {
            attention = false;
            waiting.endThoseEnding();
        }
        gauges.show(waiting.size(), 0, residentSeats(), room.awayBlocks());
        member.transitions.sumUpLine(waiting.inOrder());
        int rows = scheduler.next(member, waiting.size(), waiting.oldestReadyNanos(), arrivals.received());
        if (rows > 0) {
            // the grant may be newer than the look above, and for rows that came in between
            arrivals.takeIn();
        }
        if (rows == 0 && trials.isWanted() && scheduler.isIdle(member)) {
            trials.run();
        } else if (rows == 0) {
            trials.skip();
        } else if (!waiting.isEmpty()) {
            runStep(rows);
        }
        return rows > 0 || hasSpareTime() && spare.use();
    }

    /** Rows that wait may be due at any moment, though none of them is yet. */
    private boolean hasSpareTime() {
        return waiting.isEmpty() && spare.isWanted() && member.ownsDevice;
    }

    /** Whether there is a reason for a {@link #turn()}. */
    boolean isCalled() {
        return member.isCalled() || errands || attention || closing || trials.isWanted() || hasSpareTime();
    }

    boolean isClosing() {
        return closing;
    }

    /** The device's thread serves it no more. */
    void left() {
        trials.close();
        left.countDown();
    }

    private void runStep(int rows) {
        step.clear();
        composer.compose(waiting.inOrder(), rows, member.seats > waiting.size(), step);
        if (step.isEmpty()) {
            throw new IllegalStateException(waiting.size() + " generations wait and none fits into the pool");
        }
        gauges.show(waiting.size() - step.size(), step.size(), residentSeats(), room.awayBlocks());
        member.transitions.sumUp(step);
        scheduler.began(member, step.size(), step.tokens() - step.size());
        // as soon as the step has ended, another thread may grant the next one
        long granted = member.startedNanos;
        long held = member.heldBeforeStepNanos;
        long began = clock.getAsLong();
        runner.run(step);
        accounts.book(step, began, clock.getAsLong() - began, held);
        arrivals.takeIn();
        delivery.deliver();
        long now = clock.getAsLong();
        member.transitions.sumUpLine(waiting.inOrder());
        boolean overlapped =
                scheduler.ended(member, waiting.size(), waiting.oldestReadyNanos(), arrivals.received(), now)
                        || granted < spare.endedNanos();
        accounts.report(step, now - granted, held, overlapped);
    }

    private int residentSeats() {
        return room.away() + waiting.holdingBlocks();
    }
}
