package io.tokenrouter.engine.throughput;

/** A chain was given up, as it has more states than were allowed. */
final class TooManyStatesException extends RuntimeException {

    TooManyStatesException(int most) {
        super("the chain has more than " + most + " states");
    }
}
