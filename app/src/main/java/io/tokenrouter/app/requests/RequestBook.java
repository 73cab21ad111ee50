package io.tokenrouter.app.requests;

import io.tokenrouter.app.persistence.GenerationObserver;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServingCatalog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generations that run, and the newest {@value #MOST_RECENT} that ended. Safe from any thread; never blocks, also while the
 * database is away.
 */
final class RequestBook implements GenerationObserver {

    /** Ended generations that are kept in memory. */
    static final int MOST_RECENT = 1_000;

    private final ServingCatalog catalog;
    private final RecordBuffer<EndedRequest> routes;
    private final List<RouteSink> sinks;
    private final PairTapes tapes;
    private final Map<UUID, FollowedRequest> running = new ConcurrentHashMap<>();
    private final Deque<EndedRequest> recent = new ArrayDeque<>();
    private final AtomicLong endedCount = new AtomicLong();

    /**
     * @param routes ways on their way to the database
     * @param sinks who else is told of them
     * @param tapes told of each token of a pair
     */
    RequestBook(ServingCatalog catalog, RecordBuffer<EndedRequest> routes, List<RouteSink> sinks, PairTapes tapes) {
        this.catalog = catalog;
        this.routes = routes;
        this.sinks = List.copyOf(sinks);
        this.tapes = tapes;
    }

    @Override
    public Followed begins(Begun begun) {
        ServedPair pair = catalog.find(begun.request().target())
                .filter(ServedPair.class::isInstance)
                .map(ServedPair.class::cast)
                .orElse(null);
        FollowedRequest followed = new FollowedRequest(begun, pair, this);
        running.put(begun.id(), followed);
        return followed;
    }

    /** A token of a pair's answer. */
    void wrote(String pair, boolean byLarge) {
        tapes.wrote(pair, byLarge);
    }

    void refused(FollowedRequest followed) {
        running.remove(followed.begun().id());
    }

    /** First among those that ended, then gone from those that run: at no moment it is in neither. */
    void ended(FollowedRequest followed, GenerationRecord record) {
        Route route = followed.route();
        EndedRequest ended = EndedRequest.of(record, route);
        synchronized (recent) {
            if (recent.size() == MOST_RECENT) {
                recent.removeLast();
            }
            recent.addFirst(ended);
        }
        running.remove(record.id());
        endedCount.incrementAndGet();
        routes.add(ended);
        sinks.forEach(sink -> sink.ended(followed.begun(), record, route));
    }

    /** In no order. */
    Collection<FollowedRequest> running() {
        return running.values();
    }

    Optional<FollowedRequest> running(UUID id) {
        return Optional.ofNullable(running.get(id));
    }

    /** Those that ended last, newest first. */
    List<EndedRequest> recent() {
        synchronized (recent) {
            return new ArrayList<>(recent);
        }
    }

    Optional<EndedRequest> recent(UUID id) {
        synchronized (recent) {
            return recent.stream().filter(ended -> ended.id().equals(id)).findFirst();
        }
    }

    /** How many ended since the start. */
    long endedCount() {
        return endedCount.get();
    }
}
