package io.tokenrouter.ui;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What the console shows of generations; never their text. Implemented by the application; safe from any thread, and waits
 * elsewhere.
 */
public interface ConsoleRequests {

    /** Generations that run and that ended, as far as they fit. */
    Mono<Found> find(Filter filter);

    /** One of them; empty if none with this id is known. */
    Mono<Optional<Detail>> one(String id);

    /** What has moved; from memory, never blocks. */
    Motion motion();

    /**
     * What is looked for; null or empty for everything.
     *
     * @param model pair or model
     * @param key id of a key, {@code anonymous} or {@code console}
     * @param outcome how those ended, several with commas
     * @param text what the id begins with that the caller got
     * @param before as a page gave it as its next
     */
    record Filter(
            @Nullable String model,
            @Nullable String key,
            @Nullable String outcome,
            @Nullable String text,
            @Nullable String before) {}

    /**
     * @param refusal why the filter is none, for people; null if it is one
     * @param running oldest first
     * @param ended newest first
     * @param next {@code before} of the next page; null on the last
     * @param stored false while the database does not answer: then only what is in memory is told
     * @param callers who may be looked for, by what is sent, with the name that people know
     * @param inMemory most that memory keeps
     * @param keptDays how long the database keeps them
     */
    record Found(
            @Nullable String refusal,
            List<RequestView> running,
            List<RequestView> ended,
            @Nullable String next,
            boolean stored,
            List<Caller> callers,
            int inMemory,
            long keptDays) {}

    record Caller(String id, String name) {}

    /**
     * @param waitedMillis in which no step ran for it; null where nobody knows
     * @param hops null where its way is not known any more
     * @param omittedHops how many are left out in the middle of {@code hops}
     */
    record Detail(
            RequestView request,
            @Nullable Double waitedMillis,
            @Nullable List<HopView> hops,
            int omittedHops) {}

    /** @param ended how many ended since the start */
    record Motion(int running, long ended) {}
}
