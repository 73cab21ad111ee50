package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.SeatOwner;
import io.tokenrouter.engine.subserver.StepFacts;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on its way between models. It is in exactly one place: waiting for admission, at one seat, or ended; the thread
 * of that place is the only one that touches its state, and handing it to the next place publishes the state. While several models are
 * asked at the same time, each of its parts is at one seat, whose thread touches that part and nothing else; who brings the last part
 * home has the whole request again ({@link Rendezvous}).
 */
final class Generation implements SeatOwner, GenerationHandle {

    private static final Logger LOG = LoggerFactory.getLogger(Generation.class);

    private final String id;
    private final long age;
    private final Target target;
    private final Walk walk;
    private final Rendezvous rendezvous;
    private final EventStream stream;
    private final Tally tally;
    private final Departures departures;
    private final Passage passage;
    private final Ending ending;

    private @Nullable Throwable broken;
    private volatile @Nullable Seat @Nullable [] seats;
    private volatile boolean cancelled;

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
        this.rendezvous = walk.rendezvous();
        this.stream = stream;
        this.tally = tally;
        this.departures = departures;
        this.passage = new Passage(target, walk, options, this);
        this.ending = new Ending(id + " on " + target.id(), stream, () -> departures.gone(this));
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
        try {
            for (int role = 0; role < taken.length; role++) {
                if (walk.visits(role)) {
                    taken[role] = target.models().get(role).open(this, age, tally.promptTokens());
                    ending.seatTaken();
                }
            }
            seats = taken;
            tally.seated(taken);
            passage.begin(taken);
        } catch (Throwable failure) {
            seats = taken;
            fail(EngineException.Kind.INTERNAL, "the request could not be started", failure);
        }
    }

    @Override
    public void cancel() {
        if (ending.isDone() || cancelled) {
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
        return ending.isDone();
    }

    @Override
    public boolean isEnding() {
        return cancelled || broken != null || walk.isOver();
    }

    @Override
    public void onEnding(Seat seat) {
        if (rendezvous.isOpen()) {
            // its blocks are nobody's until the last part is home, and others may need them
            ending.attempt(seat::forgetResident);
            home(seat);
        } else {
            end();
        }
    }

    @Override
    public int onExtended(Seat seat, int start, int count, StepFacts step) {
        if (rendezvous.isOpen()) {
            return rendezvous.at(seat).extended(seat, start, count, step);
        }
        try {
            FusionPart.Ran ran = walk.extended(seat, start, count, step);
            stepped(ran);
            return ran.caughtUp();
        } catch (Throwable failure) {
            broken = failure;
            return 0;
        }
    }

    @Override
    public boolean onCandidate(Seat seat, TokenCandidate candidate) {
        if (rendezvous.isOpen()) {
            rendezvous.at(seat).answered(candidate.row());
            seat.home().counters().fused();
            ending.attempt(() -> passage.forgetUnlessKept(seat));
            return home(seat);
        }
        try {
            int from = walk.role();
            walk.answered(candidate);
            return goOn(seat, from);
        } catch (Throwable failure) {
            failRouting(failure);
            return false;
        }
    }

    @Override
    public void onFailure(Seat seat, Throwable cause) {
        if (rendezvous.isOpen()) {
            rendezvous.at(seat).failed(cause);
            home(seat);
        } else {
            goOnWithout(walk.role(), cause);
        }
    }

    @Override
    public void onReleased(Seat seat) {
        ending.seatReleased();
    }

    EngineSnapshot.Request snapshot(long nowNanos) {
        Seat place = passage.place();
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

    /** A model's part is done with, and with the last one the hop. True if the generation stays at this seat. */
    private boolean home(Seat seat) {
        if (!rendezvous.isLastHome()) {
            return false;
        }
        try {
            rendezvous.steps().forEach(this::stepped);
            broken = rendezvous.broken();
        } catch (Throwable failure) {
            broken = failure;
        }
        FusionPart failed = rendezvous.failed();
        if (isEnding()) {
            end();
        } else if (failed != null) {
            goOnWithout(failed.role(), failed.failure());
        } else {
            return met(seat);
        }
        return false;
    }

    /** All rows are there: the first role's model draws the token, wherever the last row came from. */
    private boolean met(Seat seat) {
        int[] roles = rendezvous.roles();
        TokenCandidate drawn;
        try {
            drawn = walk.draw();
        } catch (Throwable failure) {
            goOnWithout(roles[0], failure);
            return false;
        }
        try {
            walk.drawn(drawn);
            return goOn(seat, roles);
        } catch (Throwable failure) {
            failRouting(failure);
            return false;
        }
    }

    private void stepped(FusionPart.Ran ran) {
        if (!tally.hasStarted()) {
            tally.started(ran.step().startedNanos(), ran.adoptedPromptIds());
        }
        tally.visited(ran.role(), ran.kept());
        tally.recomputed(ran.role(), ran.again());
        tally.caughtUp(ran.role(), ran.caughtUp());
        stream.stepped(target.modelId(ran.role()), ran.start(), ran.count(), ran.caughtUp(), ran.step());
    }

    /** The algorithm has received what these roles answered, the last of them at this seat. True if the generation stays there. */
    private boolean goOn(Seat seat, int... answered) {
        boolean isLast = walk.isOver() || stream.listenerFailed();
        passage.tellRouted(answered, isLast ? walk.firstRole() : walk.role());
        if (!isLast) {
            return passage.goOn(seat, answered);
        }
        end();
        return false;
    }

    private void goOnWithout(int role, Throwable cause) {
        boolean mayGoOn = !cancelled && !ending.hasBegun() && Failures.mayBeDoneWithout(cause);
        if (mayGoOn && goesOnWithout(role)) {
            return;
        }
        if (cancelled) {
            end();
        } else if (!ending.hasBegun()) {
            String what = "model '" + target.modelId(role) + "' could not run the request" + Failures.reason(cause);
            fail(Failures.kind(cause), what, cause);
        }
    }

    /** True if the algorithm found a way without the answer of this role. */
    private boolean goesOnWithout(int role) {
        try {
            if (!walk.unavailable(role)) {
                return false;
            }
            if (walk.isOver() || stream.listenerFailed()) {
                end();
            } else {
                passage.goElsewhere();
            }
            return true;
        } catch (Throwable failure) {
            Failures.log(LOG, "Generation " + id + " on " + target.id() + " cannot go on without an answer", failure);
            return false;
        }
    }

    private void end() {
        if (broken != null) {
            fail(EngineException.Kind.INTERNAL, "the request's books are broken", broken);
        } else {
            ending.finish(walk, seats);
        }
    }

    private void failRouting(Throwable failure) {
        fail(EngineException.Kind.ROUTING, Failures.message("the routing algorithm failed", failure), failure);
    }

    private void fail(EngineException.Kind kind, String message, Throwable cause) {
        ending.fail(kind, message, cause, walk, seats);
    }
}
