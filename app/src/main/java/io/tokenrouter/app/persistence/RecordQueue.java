package io.tokenrouter.app.persistence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Records on their way to the database: bounded, never blocks whoever adds, drops and counts what does not fit. Safe from any
 * thread.
 */
final class RecordQueue<T> {

    private final int capacity;
    private final Deque<T> waiting = new ArrayDeque<>();
    private long dropped;

    RecordQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Takes a record, or drops it where the queue is full. */
    synchronized void add(T item) {
        if (waiting.size() == capacity) {
            dropped++;
            return;
        }
        waiting.addLast(item);
    }

    /** The oldest records, at most so many; they leave the queue. */
    synchronized List<T> take(int most) {
        List<T> taken = new ArrayList<>(Math.min(most, waiting.size()));
        while (taken.size() < most && !waiting.isEmpty()) {
            taken.add(waiting.removeFirst());
        }
        return taken;
    }

    /** Puts records back in front that could not be written; the newest of all give way where the queue is full by now. */
    synchronized void giveBack(List<T> taken) {
        taken.reversed().forEach(waiting::addFirst);
        while (waiting.size() > capacity) {
            waiting.removeLast();
            dropped++;
        }
    }

    synchronized int size() {
        return waiting.size();
    }

    /** How many were lost since the start. */
    synchronized long dropped() {
        return dropped;
    }
}
