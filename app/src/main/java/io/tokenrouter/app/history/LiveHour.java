package io.tokenrouter.app.history;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The samples of the last hour, whatever the database does. Safe from any thread. */
final class LiveHour {

    /** A little more than an hour of samples. */
    static final int CAPACITY = 366;

    private final Deque<Sample> samples = new ArrayDeque<>();

    synchronized void add(Sample sample) {
        if (samples.size() == CAPACITY) {
            samples.removeFirst();
        }
        samples.addLast(sample);
    }

    /** In the order in which they were made. */
    synchronized List<Sample> all() {
        return List.copyOf(samples);
    }

    synchronized @Nullable Sample newest() {
        return samples.peekLast();
    }

    /** Where the oldest begins; null where there is none. */
    synchronized @Nullable Instant since() {
        return samples.isEmpty() ? null : samples.getFirst().startsAt();
    }
}
