package io.tokenrouter.app.requests;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who wrote the newest tokens of each pair's answers, whichever generation they belong to, and how many there were since the start.
 * Safe from any thread; holds a few hundred bytes for each pair that was ever asked.
 */
public final class PairTapes {

    /** Newest tokens that are kept of a pair. */
    public static final int MOST = 110;

    private final Map<String, Ring> rings = new ConcurrentHashMap<>();

    PairTapes() {}

    /**
     * @param small tokens that the small model wrote
     * @param large tokens that the large model wrote
     * @param newest the newest of them, oldest first: {@code s} for each of the small model, {@code l} for each of the large one
     */
    public record PairTape(long small, long large, String newest) {}

    /** Nothing written for a pair that nobody asked yet. */
    public PairTape of(String pair) {
        Ring ring = rings.get(pair);
        return ring == null ? new PairTape(0, 0, "") : ring.tape();
    }

    void wrote(String pair, boolean byLarge) {
        rings.computeIfAbsent(pair, id -> new Ring()).add(byLarge);
    }

    private static final class Ring {

        private final boolean[] byLarge = new boolean[MOST];
        private long small;
        private long large;

        synchronized void add(boolean isLarge) {
            byLarge[(int) ((small + large) % MOST)] = isLarge;
            if (isLarge) {
                large++;
            } else {
                small++;
            }
        }

        synchronized PairTape tape() {
            long all = small + large;
            StringBuilder newest = new StringBuilder();
            for (long i = Math.max(0, all - MOST); i < all; i++) {
                newest.append(byLarge[(int) (i % MOST)] ? 'l' : 's');
            }
            return new PairTape(small, large, newest.toString());
        }
    }
}
