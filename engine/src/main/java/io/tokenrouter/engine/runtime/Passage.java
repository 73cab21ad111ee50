package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.SeatOwner;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one generation gets from the seats where it had answers to those where it is asked next. Used by the thread at which the
 * generation is, but where it says otherwise.
 */
final class Passage {

    private static final Seat[] NONE = {};

    private final Target target;
    private final Walk walk;
    private final Rendezvous rendezvous;
    private final EngineOptions options;
    private final SeatOwner owner;

    private volatile @Nullable Seat[] seats = NONE;
    private volatile @Nullable Seat at;

    /** @param owner hears of a seat of several that could not be entered */
    Passage(Target target, Walk walk, EngineOptions options, SeatOwner owner) {
        this.target = target;
        this.walk = walk;
        this.rendezvous = walk.rendezvous();
        this.options = options;
        this.owner = owner;
    }

    /** The first visit. */
    void begin(@Nullable Seat[] taken) {
        seats = taken;
        Seat.bind(taken);
        goElsewhere();
    }

    /** A seat with a step that runs, or else one where a step is waited for; null before the first. From any thread. */
    @Nullable
    Seat place() {
        for (Seat seat : seats) {
            if (seat != null && seat.isInStep()) {
                return seat;
            }
        }
        return at;
    }

    /**
     * After an answer that is not the last, all over the places that it came from. True if the generation stays at this seat.
     *
     * @param seat where the last part of it was given
     * @param answered roles that gave a part
     */
    boolean goOn(Seat seat, int... answered) {
        boolean stays = false;
        for (int role : answered) {
            seat(role).left(seat(walk.asks(role) ? role : walk.role()));
            stays |= seat(role) == seat && walk.asks(role);
        }
        if (!stays) {
            forgetUnlessKept(seat);
        }
        walk.ask(seats);
        boolean keepsRow = stays && options.optimisations().contains(Optimisation.STAY);
        enter(keepsRow ? seat : null);
        return keepsRow;
    }

    /** To where it is asked next; it stays nowhere. */
    void goElsewhere() {
        walk.ask(seats);
        enter(null);
    }

    /**
     * Tells who measures where requests go. One that was at several models at once counts as on a tour of them: as many visits to each as
     * it had.
     */
    void tellRouted(int[] answered, int next) {
        for (int i = 0; i < answered.length; i++) {
            int then = i + 1 < answered.length ? answered[i + 1] : next;
            options.steps().routed(target.modelId(answered[i]), target.modelId(then));
        }
    }

    /** On the thread of the seat's model. */
    void forgetUnlessKept(Seat seat) {
        if (!options.optimisations().contains(Optimisation.KEPT_CACHES)) {
            seat.forgetResident();
        }
    }

    /**
     * Goes to every model that is asked. From the last of them on it may be anywhere.
     *
     * @param except where it stays; null for none
     */
    private void enter(@Nullable Seat except) {
        at = seat(walk.role());
        if (!rendezvous.isOpen()) {
            if (seat(walk.role()) != except) {
                seat(walk.role()).enter();
            }
            return;
        }
        for (int role : rendezvous.roles()) {
            if (seat(role) != except) {
                enterPart(seat(role));
            }
        }
    }

    private void enterPart(Seat seat) {
        try {
            seat.enter();
        } catch (Throwable failure) {
            owner.onFailure(seat, failure);
        }
    }

    private Seat seat(int role) {
        return Objects.requireNonNull(seats[role], "a role that is asked has a seat");
    }
}
