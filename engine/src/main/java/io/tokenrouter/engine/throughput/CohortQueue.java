package io.tokenrouter.engine.throughput;

/**
 * Requests that wait at one model, first come first served. Those that came at one instant are one entry: only their number moves.
 */
final class CohortQueue {

    private final long[] arrivals;
    private final int[] counts;
    private final long[] catchUps;
    private int head;
    private int entries;
    private int size;

    /**
     * @param mostRequests that ever wait at once
     */
    CohortQueue(int mostRequests) {
        arrivals = new long[mostRequests];
        counts = new int[mostRequests];
        catchUps = new long[mostRequests];
    }

    int size() {
        return size;
    }

    long oldestArrival() {
        return arrivals[head];
    }

    /**
     * @param catchUp ids that these requests are behind, together
     */
    void push(int count, long now, long catchUp) {
        int last = place(entries - 1);
        if (entries == 0 || arrivals[last] != now) {
            last = place(entries++);
            arrivals[last] = now;
            counts[last] = 0;
            catchUps[last] = 0;
        }
        counts[last] += count;
        catchUps[last] += catchUp;
        size += count;
    }

    /** Moves the first requests, of the last entry a part, to the end of another queue with their own arrivals; returns their ids. */
    long moveTo(CohortQueue batch, int requests) {
        long catchUp = 0;
        for (int left = requests; left > 0; ) {
            int taken = Math.min(left, counts[head]);
            long share = taken == counts[head] ? catchUps[head] : catchUps[head] * taken / counts[head];
            batch.push(taken, arrivals[head], share);
            catchUp += share;
            left -= taken;
            size -= taken;
            counts[head] -= taken;
            catchUps[head] -= share;
            if (counts[head] == 0) {
                head = place(1);
                entries--;
            }
        }
        return catchUp;
    }

    /** Counts the time from each request's arrival to now, and empties the queue. */
    void recordAndClear(long now, GapHistogram gaps) {
        for (int i = 0; i < entries; i++) {
            int at = place(i);
            gaps.add(now - arrivals[at], counts[at]);
        }
        clear();
    }

    void clear() {
        head = 0;
        entries = 0;
        size = 0;
    }

    private int place(int offset) {
        int at = head + offset;
        return at < 0 ? at + arrivals.length : at >= arrivals.length ? at - arrivals.length : at;
    }
}
