package io.tokenrouter.bench.decode;

import java.util.Arrays;
import java.util.List;

/** When the tokens of one sequence came, in nanoseconds of any clock. */
final class TokenTimes {

    private final long[] nanos;
    private int count;

    TokenTimes(int capacity) {
        nanos = new long[capacity];
    }

    void add(long now) {
        nanos[count++] = now;
    }

    private long first() {
        return nanos[0];
    }

    private long last() {
        return nanos[count - 1];
    }

    /**
     * Tokens per second of all sequences together, from the moment when the slowest has its first token to the moment when
     * the fastest has its last: before and after, fewer of them decode. Each sequence counts from its own first token in
     * that time to its own last, so that tokens of one step that arrive one after the other do not bias the sum.
     */
    static double commonRate(List<TokenTimes> sequences) {
        long from = sequences.stream().mapToLong(TokenTimes::first).max().orElseThrow();
        long to = sequences.stream().mapToLong(TokenTimes::last).min().orElseThrow();
        double rate = 0;
        for (TokenTimes times : sequences) {
            int start = times.firstAtOrAfter(from);
            int end = times.firstAtOrAfter(to + 1) - 1;
            if (end <= start) {
                throw new IllegalStateException("the sequences decode together for less than two tokens");
            }
            rate += (end - start) * 1e9 / (times.nanos[end] - times.nanos[start]);
        }
        return rate;
    }

    private int firstAtOrAfter(long moment) {
        int found = Arrays.binarySearch(nanos, 0, count, moment);
        return found >= 0 ? found : -found - 1;
    }
}
