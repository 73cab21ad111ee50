package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All generations that are running or wait for a place, and the bounds on both. Its lock is taken a few times in the life of a
 * generation, never for a token.
 */
final class Admission {

    /** How long an end may take that needs only steps that are running already. */
    static final Duration LAST_STEPS = Duration.ofSeconds(60);

    private static final double WEIGHT_OF_NEWEST = 0.1;
    private static final int MOST_RETRY_SECONDS = 60;

    private final int maxRunning;
    private final int maxQueued;
    private final Map<String, Generation> all = new LinkedHashMap<>();
    private final Queue<Generation> queue = new ArrayDeque<>();
    private final Set<Target> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int running;
    private double meanSeconds;
    private boolean stopped;

    Admission(int maxRunning, int maxQueued) {
        this.maxRunning = maxRunning;
        this.maxQueued = maxQueued;
    }

    /**
     * @return true if the generation has a place and is to be started, false if it waits for one
     * @throws EngineException OVERLOADED, UNAVAILABLE, or INVALID_REQUEST for an id that is in use
     */
    synchronized boolean admit(Generation generation) {
        if (stopped || !open.contains(generation.target())) {
            throw unavailable();
        }
        if (all.containsKey(generation.id())) {
            throw EngineException.invalid("id", "a generation with the id '" + generation.id() + "' is running");
        }
        boolean hasPlace = running < maxRunning && queue.isEmpty();
        if (!hasPlace && queue.size() >= maxQueued) {
            throw new EngineException(
                    EngineException.Kind.OVERLOADED,
                    running + " generations are running and " + queue.size() + " are waiting; try again later",
                    null,
                    retryAfterSeconds());
        }
        all.put(generation.id(), generation);
        if (hasPlace) {
            running++;
        } else {
            queue.add(generation);
        }
        return hasPlace;
    }

    static EngineException unavailable() {
        return new EngineException(
                EngineException.Kind.UNAVAILABLE, "the engine takes no more requests for this model", null, 1);
    }

    /** Takes a generation out of the queue; false if it does not wait there. It counts as running afterwards. */
    synchronized boolean withdraw(Generation generation) {
        boolean waited = queue.remove(generation);
        if (waited) {
            running++;
        }
        return waited;
    }

    /**
     * A running generation has ended and holds nothing any more.
     *
     * @return the one that gets its place and is to be started, or null
     */
    synchronized @Nullable Generation gone(Generation generation, double seconds) {
        meanSeconds = meanSeconds == 0 ? seconds : meanSeconds + WEIGHT_OF_NEWEST * (seconds - meanSeconds);
        all.remove(generation.id());
        running--;
        Generation next = running < maxRunning ? queue.poll() : null;
        if (next != null) {
            running++;
        }
        notifyAll();
        return next;
    }

    /** Nothing more is admitted. */
    synchronized void stop() {
        stopped = true;
    }

    /** Generations of this target are admitted from now on. */
    synchronized void open(Target target) {
        open.add(target);
    }

    /** Nothing more is admitted for this target, whoever still holds it: it is never opened again. */
    synchronized void close(Target target) {
        open.remove(target);
    }

    /** Generations of such targets that have a place. */
    synchronized int running(Predicate<Target> which) {
        int count = 0;
        for (Generation generation : all.values()) {
            count += which.test(generation.target()) ? 1 : 0;
        }
        for (Generation generation : queue) {
            count -= which.test(generation.target()) ? 1 : 0;
        }
        return count;
    }

    synchronized List<Generation> all() {
        return new ArrayList<>(all.values());
    }

    /**
     * Waits until none of these generations is left.
     *
     * @return false if some are after {@code patience}, or the thread was interrupted, which it stays
     */
    synchronized boolean awaitNone(Predicate<Generation> which, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (all.values().stream().anyMatch(which)) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            try {
                wait(left / 1_000_000 + 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private int retryAfterSeconds() {
        double untilAPlace = meanSeconds * (queue.size() + 1) / maxRunning;
        return (int) Math.clamp(Math.ceil(untilAPlace), 1, MOST_RETRY_SECONDS);
    }
}
