package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.SeatOwner;
import io.tokenrouter.engine.subserver.StepFacts;

/** A generation that has a seat and never goes there. */
final class Absentee implements SeatOwner {

    @Override
    public boolean isEnding() {
        return false;
    }

    @Override
    public void onEnding(Seat seat) {}

    @Override
    public int onExtended(Seat seat, int start, int count, StepFacts step) {
        return 0;
    }

    @Override
    public boolean onCandidate(Seat seat, TokenCandidate candidate) {
        return false;
    }

    @Override
    public void onFailure(Seat seat, Throwable cause) {}

    @Override
    public void onReleased(Seat seat) {}
}
