package io.tokenrouter.engine.subserver;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes in what comes to one model: generations that ask, and seats that are given up. Used by the thread of the subserver alone. */
final class Arrivals {

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    private final String model;
    private final Inbox inbox;
    private final KvRoom room;
    private final SpareTime spare;
    private final Delivery delivery;
    private final SubserverGauges gauges;
    private long received;

    Arrivals(String model, Inbox inbox, KvRoom room, SpareTime spare, Delivery delivery, SubserverGauges gauges) {
        this.model = model;
        this.inbox = inbox;
        this.room = room;
        this.spare = spare;
        this.delivery = delivery;
        this.gauges = gauges;
    }

    /** Everything that has come by now. */
    void takeIn() {
        inbox.drain(this::arrive);
    }

    /** Generations that ever came. */
    long received() {
        return received;
    }

    /** Whatever fails, the generation hears that it is gone from here: others wait for its place. */
    void giveUp(Seat seat) {
        try {
            room.returned(seat);
            spare.forget(seat);
            seat.forgetResident();
            gauges.blocks();
        } catch (Throwable bug) {
            LOG.error("Blocks of a generation at {} may be lost", model, bug);
        } finally {
            seat.owner.onReleased(seat);
        }
    }

    private void arrive(Seat seat) {
        if (seat.errand == Seat.Errand.RELEASE) {
            giveUp(seat);
            return;
        }
        received++;
        seat.onward().received();
        try {
            room.returned(seat);
            if (seat.owner.isEnding()) {
                seat.owner.onEnding(seat);
            } else {
                delivery.receive(seat);
            }
        } catch (Throwable bug) {
            delivery.fail(seat, bug);
        }
    }
}
