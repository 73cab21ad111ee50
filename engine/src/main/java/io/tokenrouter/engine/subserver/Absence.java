package io.tokenrouter.engine.subserver;

/** How many blocks a seat holds while its generation is elsewhere, and for how long. Written by one thread, read by any. */
final class Absence {

    private record Stay(long blockNanos, int blocks, long sinceNanos) {}

    private volatile Stay stay = new Stay(0, 0, 0);

    /** The generation went elsewhere, and the blocks stay. */
    void begin(int blocks, long nowNanos) {
        stay = new Stay(stay.blockNanos(), blocks, nowNanos);
    }

    /**
     * The generation came back, or the blocks were given up.
     *
     * @return blocks times nanoseconds since {@link #begin}
     */
    long end(long nowNanos) {
        Stay over = stay;
        long held = over.blocks() * (nowNanos - over.sinceNanos());
        stay = new Stay(over.blockNanos() + held, 0, nowNanos);
        return held;
    }

    /** Blocks held now. */
    int blocks() {
        return stay.blocks();
    }

    /** Blocks times nanoseconds of all stays, that of now among them. */
    long blockNanos(long nowNanos) {
        Stay seen = stay;
        return seen.blockNanos() + seen.blocks() * (nowNanos - seen.sinceNanos());
    }
}
