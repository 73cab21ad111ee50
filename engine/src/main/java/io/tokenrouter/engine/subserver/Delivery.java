package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.TokenCandidate;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands what a step yielded to the generations in it. Used by the thread of the subserver alone. */
final class Delivery {

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    private final String model;
    private final Step step;
    private final WaitingRows waiting;
    private final KvRoom room;
    private final LongSupplier clock;

    /**
     * @param step whose answers are handed out
     * @param waiting where generations line up that stay
     */
    Delivery(String model, Step step, WaitingRows waiting, KvRoom room, LongSupplier clock) {
        this.model = model;
        this.step = step;
        this.waiting = waiting;
        this.room = room;
        this.clock = clock;
    }

    /**
     * Hands out the answers. Who stays lines up behind those that have waited longer; who needs more steps for an answer keeps
     * its place, but has not waited since before this step: else a long prompt would be overdue until it is done, and no other
     * model of the device would get a step.
     */
    void deliver() {
        for (int i = 0; i < step.size(); i++) {
            if (step.failure(i) == null && step.candidate(i) == null) {
                step.seat(i).advanced(clock.getAsLong());
            }
        }
        waiting.takeOutServed();
        for (int i = 0; i < step.size(); i++) {
            if (step.seat(i).isInStep()) {
                step.seat(i).inStep(false);
                deliver(step.seat(i), step.candidate(i), step.failure(i));
            }
        }
    }

    /** A generation came. Answers that were made in advance are handed out at once; it lines up for the first that is not. */
    void receive(Seat seat) {
        TokenCandidate answer;
        while ((answer = seat.advance.answer()) != null) {
            if (seat.owner.isEnding()) {
                seat.owner.onEnding(seat);
                return;
            }
            if (!seat.owner.onCandidate(seat, answer)) {
                room.left(seat);
                return;
            }
            seat.asked(clock.getAsLong());
        }
        waiting.add(seat);
    }

    /** Ends every generation that waits or is in the step, and clears both. Never fails. */
    void failAll(Throwable bug) {
        LOG.error("The loop of {} failed; every generation at it ends", model, bug);
        List<Seat> all = waiting.takeAll();
        for (int i = 0; i < step.size(); i++) {
            if (step.seat(i).isInStep() && !all.contains(step.seat(i))) {
                all.add(step.seat(i));
            }
        }
        step.clear();
        for (Seat seat : all) {
            fail(seat, bug);
        }
    }

    /** The generation goes on elsewhere or ends. Never fails. */
    void fail(Seat seat, Throwable cause) {
        try {
            seat.inStep(false);
            seat.failed();
        } catch (Throwable another) {
            LOG.error("Blocks of a generation at {} may be lost", model, another);
        }
        try {
            seat.owner.onFailure(seat, cause);
        } catch (Throwable another) {
            LOG.error("A generation at {} could not be ended", model, another);
        }
    }

    private void deliver(Seat seat, @Nullable TokenCandidate candidate, @Nullable Throwable failure) {
        if (failure != null) {
            fail(seat, failure);
        } else if (seat.owner.isEnding()) {
            seat.owner.onEnding(seat);
        } else if (seat.owner.onCandidate(seat, candidate)) {
            stay(seat);
        } else {
            room.left(seat);
        }
    }

    private void stay(Seat seat) {
        try {
            seat.asked(clock.getAsLong());
            waiting.add(seat);
        } catch (Throwable bug) {
            fail(seat, bug);
        }
    }
}
