package io.tokenrouter.app.requests;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Generations as operators see them and end them. Safe from any thread; what looks into the database blocks. */
public final class RequestService {

    /** Ended generations that memory keeps. */
    public static final int MOST_RECENT = RequestBook.MOST_RECENT;

    private static final Logger log = LoggerFactory.getLogger(RequestService.class);

    private final RequestBook book;
    private final RequestStore store;
    private final GenerationEngine engine;
    private final DatabaseState database;
    private final AuditTrail audit;
    private final Duration kept;
    private final Clock clock;

    /** @param kept how long the database keeps generations */
    RequestService(
            RequestBook book,
            RequestStore store,
            GenerationEngine engine,
            DatabaseState database,
            AuditTrail audit,
            Duration kept,
            Clock clock) {
        this.book = book;
        this.store = store;
        this.engine = engine;
        this.database = database;
        this.audit = audit;
        this.kept = kept;
        this.clock = clock;
    }

    /**
     * Generations that ended.
     *
     * @param entries newest first
     * @param next where the next page begins; null on the last
     * @param stored false while the database does not answer: then only what is in memory is told
     */
    public record Page(List<RequestEntry> entries, RequestQuery.@Nullable Cursor next, boolean stored) {}

    /**
     * One generation.
     *
     * @param route null where it is not known any more
     * @param waitedMillis in which no step ran for it; null where nobody knows
     */
    public record One(
            RequestEntry entry,
            @Nullable Route route,
            @Nullable Double waitedMillis) {}

    /**
     * What runs and what has ended.
     *
     * @param running that fit, oldest first, whatever page is asked for
     */
    public record All(List<RequestEntry> running, Page ended) {}

    /** A request that ends meanwhile is in one of the two. */
    public All all(RequestQuery query) {
        // in this order: one that ends between the two is in both then, the other way round it could be in neither
        List<RequestEntry> running = running(query);
        Page ended = ended(query);
        Set<UUID> over = ended.entries().stream().map(RequestEntry::id).collect(Collectors.toSet());
        return new All(
                running.stream().filter(entry -> !over.contains(entry.id())).toList(), ended);
    }

    /** Those that run and fit, oldest first. From memory. */
    private List<RequestEntry> running(RequestQuery query) {
        Map<String, EngineSnapshot.Request> places = engine.snapshot().requests().stream()
                .collect(Collectors.toMap(EngineSnapshot.Request::id, Function.identity(), (one, other) -> one));
        Instant now = clock.instant();
        return book.running().stream()
                .map(followed ->
                        followed.entry(places.get(followed.begun().request().id()), now))
                .filter(query::fits)
                .sorted(Comparator.comparing(RequestEntry::startedAt).thenComparing(RequestEntry::id))
                .toList();
    }

    /** How long the database keeps generations. */
    public Duration kept() {
        return kept;
    }

    /** How many run, from memory. */
    public int runningCount() {
        return book.running().size();
    }

    /** How many ended since the start, from memory. */
    public long endedCount() {
        return book.endedCount();
    }

    /** Those that ended and fit: from memory and, where it answers, the database. */
    private Page ended(RequestQuery query) {
        // one more than asked for tells whether there is a next page
        int wanted = query.most() + 1;
        Map<UUID, RequestEntry> found = new LinkedHashMap<>();
        book.recent().stream()
                .map(EndedRequest::entry)
                .filter(query::fitsEnded)
                .limit(wanted)
                .forEach(entry -> found.put(entry.id(), entry));
        Optional<List<RequestEntry>> stored = stored(() -> store.find(query));
        stored.ifPresent(all -> all.forEach(entry -> found.putIfAbsent(entry.id(), entry)));
        List<RequestEntry> page = found.values().stream()
                .sorted(RequestEntry.NEWEST_FIRST)
                .limit(query.most())
                .toList();
        boolean more = found.size() > page.size()
                || stored.map(all -> all.size() == query.most()).orElse(false);
        RequestEntry last = page.isEmpty() || !more ? null : page.getLast();
        return new Page(
                page, last == null ? null : new RequestQuery.Cursor(last.endedAt(), last.id()), stored.isPresent());
    }

    /** Empty if there is none, or none that is still known; also where the database would have to tell and does not answer. */
    public Optional<One> find(UUID id) {
        Optional<FollowedRequest> running = book.running(id);
        if (running.isPresent()) {
            return running.map(this::one);
        }
        Optional<EndedRequest> ended = book.recent(id);
        if (ended.isEmpty()) {
            ended = stored(() -> store.find(id)).flatMap(found -> found);
        }
        return ended.map(found -> new One(found.entry(), found.route(), waited(found.route())));
    }

    /**
     * Ends a generation on all its models; its caller is told that the server ended it. Recorded before it is done.
     *
     * @return false if it does not run any more
     * @throws DataAccessException if the change cannot be recorded; then nothing was done
     */
    public boolean cancel(Actor actor, UUID id, @Nullable String reason) {
        FollowedRequest followed = book.running(id).orElse(null);
        if (followed == null) {
            return false;
        }
        RequestEntry entry = one(followed).entry();
        audit.record(
                actor,
                "request.cancel",
                entry.requestId(),
                Map.of("model", entry.target(), "tokens", entry.tokens(), "state", entry.state()),
                Map.of("state", "cancelled"),
                reason);
        followed.cancel();
        return true;
    }

    private One one(FollowedRequest followed) {
        String requestId = followed.begun().request().id();
        EngineSnapshot.Request place = engine.snapshot().requests().stream()
                .filter(request -> request.id().equals(requestId))
                .findFirst()
                .orElse(null);
        return new One(followed.entry(place, clock.instant()), followed.route(), followed.waited());
    }

    /** Of hops that are all there. */
    private static @Nullable Double waited(@Nullable Route route) {
        return route == null || route.omittedHops() > 0
                ? null
                : (Double) route.hops().stream().mapToDouble(Hop::waited).sum();
    }

    /** Empty while the database does not answer. */
    private <T> Optional<T> stored(Supplier<T> read) {
        if (!database.isUp()) {
            return Optional.empty();
        }
        try {
            return Optional.of(read.get());
        } catch (DataAccessException | TransactionException e) {
            log.debug("Generations could not be read", e);
            return Optional.empty();
        }
    }
}
