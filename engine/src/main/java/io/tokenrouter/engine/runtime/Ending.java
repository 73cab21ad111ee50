package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.subserver.Seat;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of one generation. It comes once; whatever fails on the way, each part of it is attempted: blocks come back, the listener
 * hears of an end, the place goes to the next. Used by the thread at which the generation is, but where it says otherwise.
 */
final class Ending {

    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private final String name;
    private final EventStream stream;
    private final Runnable gone;

    /** Seats, and the last event, that have to be done with before the generation is gone. */
    private final AtomicInteger obligations = new AtomicInteger(1);

    private boolean begun;
    private volatile boolean done;

    /**
     * @param name for people: which generation of what
     * @param gone its last event was delivered, and it holds no seat any more; from any thread
     */
    Ending(String name, EventStream stream, Runnable gone) {
        this.name = name;
        this.stream = stream;
        this.gone = gone;
    }

    /** One more seat has to come back. */
    void seatTaken() {
        obligations.incrementAndGet();
    }

    /** A seat came back; from any thread. */
    void seatReleased() {
        fulfilled();
    }

    boolean hasBegun() {
        return begun;
    }

    /** Whether the last event was delivered; from any thread. */
    boolean isDone() {
        return done;
    }

    /** The answer is over, or the request was to end. */
    void finish(Walk walk, @Nullable Seat[] seats) {
        FinishReason reason = walk.isOver() ? walk.endReason() : FinishReason.CANCELLED;
        end(walk, seats, () -> stream.finish(reason, walk.isOver() ? stream.metDetail() : null));
    }

    void fail(EngineException.Kind kind, String message, Throwable cause, Walk walk, @Nullable Seat[] seats) {
        Failures.log(LOG, "Generation " + name + " failed", cause);
        end(walk, seats, () -> stream.fail(new EngineException(kind, message, cause)));
    }

    /** KV first, so that nobody who reacts to the last event finds it still held by this model. */
    private void end(Walk walk, @Nullable Seat[] seats, Runnable lastEvent) {
        if (begun) {
            LOG.error("Generation {} was to end twice", name);
            return;
        }
        begun = true;
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

    /** Something that is to end as well: true if it did not fail. */
    boolean attempt(Runnable part) {
        try {
            part.run();
            return true;
        } catch (Throwable failure) {
            Failures.log(LOG, "A part of the end of generation " + name + " failed", failure);
            return false;
        }
    }

    private void fulfilled() {
        if (obligations.decrementAndGet() == 0) {
            gone.run();
        }
    }
}
