package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.TokenCandidate;

/**
 * The generation that a seat belongs to: the one way back up from a subserver to the runtime. Called on the thread of the seat's
 * subserver, while the generation is there; for several seats at the same time where several models are asked. Each time that a seat is
 * entered or stays, one of {@link #onEnding}, {@link #onCandidate} and {@link #onFailure} ends the visit.
 */
public interface SeatOwner {

    /** True once the generation is to end without another step; asked often. */
    boolean isEnding();

    /** The generation was found at the seat and {@link #isEnding()}. */
    void onEnding(Seat seat);

    /**
     * A step extended the seat's resident ids by {@code count} from position {@code start}.
     *
     * @return how many of these ids another model had written
     */
    int onExtended(Seat seat, int start, int count, StepFacts step);

    /**
     * The answer to what was asked.
     *
     * @return true if the seat was asked again and the generation stays; false if it went elsewhere or ended, after which it
     *     may already be running on another thread
     */
    boolean onCandidate(Seat seat, TokenCandidate candidate);

    /** The seat's row cannot be run, and the seat holds no blocks any more; no other row is affected. */
    void onFailure(Seat seat, Throwable cause);

    /** All blocks of the seat are back in the pool, and the seat is done for. */
    void onReleased(Seat seat);
}
