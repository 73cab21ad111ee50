package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.SeatOwner;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on its way between models. It is in exactly one place: waiting for admission, at one seat, or ended; the thread
 * of that place is the only one that touches its state, and handing it to the next place publishes the state.
 */
final class Generation implements SeatOwner, GenerationHandle {

    private static final Logger LOG = LoggerFactory.getLogger(Generation.class);

    private final String id;
    private final long age;
    private final Target target;
    private final Walk walk;
    private final EventStream stream;
    private final Tally tally;
    private final EngineOptions options;
    private final Departures departures;

    /** Seats, and the last event, that have to be done with before the generation is gone. */
    private final AtomicInteger obligations = new AtomicInteger();

    private boolean ended;
    private volatile @Nullable Seat @Nullable [] seats;
    private volatile @Nullable Seat at;
    private volatile boolean cancelled;
    private volatile boolean done;

    /** What becomes of a generation outside its walk. */
    interface Departures {

        /** It was cancelled before it had a seat. */
        void cancelledEarly(Generation generation);

        /** It ended, its last event was delivered, and it holds no blocks. */
        void gone(Generation generation);
    }

    /**
     * @param age smaller for generations submitted earlier
     */
    Generation(
            String id,
            long age,
            Target target,
            Walk walk,
            EventStream stream,
            Tally tally,
            EngineOptions options,
            Departures departures) {
        this.id = id;
        this.age = age;
        this.target = target;
        this.walk = walk;
        this.stream = stream;
        this.tally = tally;
        this.options = options;
        this.departures = departures;
    }

    @Override
    public String id() {
        return id;
    }

    Target target() {
        return target;
    }

    Tally tally() {
        return tally;
    }

    /** Takes its seats and goes to the first one. Called once, by whoever gave it a place. */
    void start() {
        @Nullable Seat[] taken = new Seat[target.roles().size()];
        int count = 0;
        for (int role = 0; role < taken.length; role++) {
            if (walk.visits(role)) {
                taken[role] = target.models().get(role).open(this, age, tally.promptTokens());
                count++;
            }
        }
        obligations.set(count + 1);
        seats = taken;
        goTo(walk.role());
    }

    @Override
    public void cancel() {
        if (done || cancelled) {
            return;
        }
        cancelled = true;
        @Nullable Seat[] taken = seats;
        if (taken == null) {
            departures.cancelledEarly(this);
            return;
        }
        for (Seat seat : taken) {
            if (seat != null) {
                seat.home().attend();
            }
        }
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public boolean isEnding() {
        return cancelled || walk.isOver();
    }

    @Override
    public void onEnding(Seat seat) {
        FinishReason reason = walk.isOver() ? walk.endReason() : FinishReason.CANCELLED;
        end(() -> stream.finish(reason, walk.isOver() ? stream.metDetail() : null));
    }

    @Override
    public int onExtended(Seat seat, int start, int count, long startedNanos) {
        if (!tally.hasStarted()) {
            tally.started(startedNanos, seat.adoptedPromptIds());
        }
        int caughtUp = walk.extended(start, count);
        tally.caughtUp(walk.role(), caughtUp);
        return caughtUp;
    }

    @Override
    public boolean onCandidate(Seat seat, TokenCandidate candidate) {
        try {
            int before = walk.role();
            walk.answered(Step.of(candidate));
            if (walk.isOver() || stream.listenerFailed()) {
                onEnding(seat);
                return false;
            }
            options.steps().routed(seat.home().id(), target.modelId(walk.role()));
            if (walk.role() != before) {
                leave(seat);
                return false;
            }
            walk.ask(seat);
            return options.optimisations().contains(Optimisation.STAY) || queueAgain(seat);
        } catch (Throwable failure) {
            LOG.warn("Generation {} on {} failed", id, target.id(), failure);
            fail("the routing algorithm failed: " + failure, failure);
            return false;
        }
    }

    @Override
    public void onFailure(Seat seat, Throwable cause) {
        if (cancelled) {
            onEnding(seat);
        } else if (!goesOnWithout(seat)) {
            fail("model '" + seat.home().id() + "' could not run the request", cause);
        }
    }

    @Override
    public void onReleased(Seat seat) {
        fulfilled();
    }

    EngineSnapshot.Request snapshot(long nowNanos) {
        Seat place = at;
        return new EngineSnapshot.Request(
                id,
                target.id(),
                place == null ? "" : place.home().id(),
                tally.promptTokens(),
                tally.completionTokens(),
                tally.switches(),
                tally.ageNanos(nowNanos));
    }

    /** True if the algorithm found a way without the answer of this seat. */
    private boolean goesOnWithout(Seat seat) {
        try {
            if (!walk.unavailable()) {
                return false;
            }
        } catch (Throwable failure) {
            LOG.warn("Generation {} on {} cannot go on without an answer", id, target.id(), failure);
            return false;
        }
        options.metrics().answerMissing(target.id(), seat.home().id());
        if (walk.isOver() || stream.listenerFailed()) {
            onEnding(seat);
        } else {
            leave(seat);
        }
        return true;
    }

    private void leave(Seat seat) {
        if (!options.optimisations().contains(Optimisation.KEPT_CACHES)) {
            seat.forgetResident();
        }
        goTo(walk.role());
    }

    private void goTo(int role) {
        Seat seat = seats[role];
        walk.ask(seat);
        at = seat;
        seat.enter();
    }

    private boolean queueAgain(Seat seat) {
        seat.enter();
        return false;
    }

    private void fail(String message, Throwable cause) {
        end(() -> stream.fail(new EngineException(EngineException.Kind.INTERNAL, message, cause)));
    }

    /** KV first, so that nobody who reacts to the last event finds it still held by this model. */
    private void end(Runnable lastEvent) {
        if (ended) {
            throw new IllegalStateException("generation " + id + " ends twice");
        }
        ended = true;
        walk.close();
        for (Seat seat : seats) {
            if (seat != null) {
                seat.leaveForGood();
            }
        }
        try {
            lastEvent.run();
        } catch (Throwable failure) {
            LOG.error("The last event of generation {} on {} was not delivered", id, target.id(), failure);
        } finally {
            done = true;
            fulfilled();
        }
    }

    private void fulfilled() {
        if (obligations.decrementAndGet() == 0) {
            departures.gone(this);
        }
    }
}
