package io.tokenrouter.engine.sampling;

/** What a random number is for. Numbers of different purposes at the same position are independent. */
public enum Purpose {
    /** Drawing the token of a position. */
    SAMPLE(1),
    /** A routing algorithm's coin at a position. */
    ROUTE(2),
    /** Accepting or rejecting a drafted token. */
    ACCEPT(3),
    /** Drawing the token that takes the place of a rejected one. */
    REPLACE(4);

    private final int code;

    Purpose(int code) {
        this.code = code;
    }

    /** Part of the random function: must never change for an existing purpose. */
    int code() {
        return code;
    }
}
