package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.SeatOwner;
import io.tokenrouter.engine.subserver.StepFacts;
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
    private @Nullable Throwable broken;
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

    /** Takes its seats and goes to the first one. Called once, by whoever gave it a place; never fails, but may end it. */
    void start() {
        @Nullable Seat[] taken = new Seat[target.roles().size()];
        obligations.set(1);
        try {
            for (int role = 0; role < taken.length; role++) {
                if (walk.visits(role)) {
                    taken[role] = target.models().get(role).open(this, age, tally.promptTokens());
                    obligations.incrementAndGet();
                }
            }
            seats = taken;
            Seat.bind(taken);
            goTo(walk.role());
        } catch (Throwable failure) {
            seats = taken;
            fail("the request could not be started", failure);
        }
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
        return cancelled || broken != null || walk.isOver();
    }

    @Override
    public void onEnding(Seat seat) {
        if (broken != null) {
            fail("the request's books are broken", broken);
            return;
        }
        FinishReason reason = walk.isOver() ? walk.endReason() : FinishReason.CANCELLED;
        end(() -> stream.finish(reason, walk.isOver() ? stream.metDetail() : null));
    }

    @Override
    public int onExtended(Seat seat, int start, int count, StepFacts step) {
        try {
            if (!tally.hasStarted()) {
                tally.started(step.startedNanos(), seat.adoptedPromptIds());
            }
            int caughtUp = walk.extended(start, count);
            tally.caughtUp(walk.role(), caughtUp);
            stream.stepped(seat.home().id(), start, count, caughtUp, step);
            return caughtUp;
        } catch (Throwable failure) {
            broken = failure;
            return 0;
        }
    }

    @Override
    public boolean onCandidate(Seat seat, TokenCandidate candidate) {
        try {
            int before = walk.role();
            walk.answered(candidate);
            boolean isLast = walk.isOver() || stream.listenerFailed();
            options.steps().routed(seat.home().id(), target.modelId(isLast ? walk.firstRole() : walk.role()));
            if (isLast) {
                onEnding(seat);
                return false;
            }
            seat.left(seats[walk.role()]);
            if (walk.role() != before) {
                leave(seat);
                return false;
            }
            walk.ask(seats);
            if (options.optimisations().contains(Optimisation.STAY)) {
                return true;
            }
            seat.enter();
            return false;
        } catch (Throwable failure) {
            fail(EngineException.Kind.ROUTING, Failures.message("the routing algorithm failed", failure), failure);
            return false;
        }
    }

    @Override
    public void onFailure(Seat seat, Throwable cause) {
        if (cancelled || ended || !Failures.mayBeDoneWithout(cause) || !goesOnWithout(seat)) {
            endWithout(seat, cause);
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
                place != null && place.isInStep(),
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
            if (walk.isOver() || stream.listenerFailed()) {
                onEnding(seat);
            } else {
                leave(seat);
            }
            return true;
        } catch (Throwable failure) {
            Failures.log(LOG, "Generation " + id + " on " + target.id() + " cannot go on without an answer", failure);
            return false;
        }
    }

    private void endWithout(Seat seat, Throwable cause) {
        if (cancelled) {
            onEnding(seat);
        } else if (!ended) {
            fail("model '" + seat.home().id() + "' could not run the request" + Failures.reason(cause), cause);
        }
    }

    private void leave(Seat seat) {
        if (!options.optimisations().contains(Optimisation.KEPT_CACHES)) {
            seat.forgetResident();
        }
        goTo(walk.role());
    }

    private void goTo(int role) {
        Seat seat = seats[role];
        walk.ask(seats);
        at = seat;
        seat.enter();
    }

    private void fail(String message, Throwable cause) {
        fail(EngineException.Kind.INTERNAL, message, cause);
    }

    private void fail(EngineException.Kind kind, String message, Throwable cause) {
        Failures.log(LOG, "Generation " + id + " on " + target.id() + " failed", cause);
        end(() -> stream.fail(new EngineException(kind, message, cause)));
    }

    /**
     * KV first, so that nobody who reacts to the last event finds it still held by this model. Whatever fails on the way, each
     * part of the end is attempted: blocks come back, the listener hears of an end, the place goes to the next.
     */
    private void end(Runnable lastEvent) {
        if (ended) {
            LOG.error("Generation {} on {} was to end twice", id, target.id());
            return;
        }
        ended = true;
        attempt(walk::close);
        for (Seat seat : seats) {
            if (seat != null) {
                attempt(seat::leaveForGood);
            }
        }
        if (!attempt(lastEvent)) {
            attempt(() -> stream.fail(
                    new EngineException(EngineException.Kind.INTERNAL, "the end of the answer failed", null, 0)));
        }
        done = true;
        fulfilled();
    }

    private boolean attempt(Runnable part) {
        try {
            part.run();
            return true;
        } catch (Throwable failure) {
            Failures.log(LOG, "A part of the end of generation " + id + " on " + target.id() + " failed", failure);
            return false;
        }
    }

    private void fulfilled() {
        if (obligations.decrementAndGet() == 0) {
            departures.gone(this);
        }
    }
}
