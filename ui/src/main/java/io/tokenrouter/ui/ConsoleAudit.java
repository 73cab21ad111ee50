package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** What the console shows of the audit trail. Implemented by the application; safe from any thread, and waits elsewhere. */
public interface ConsoleAudit {

    /** First parts of all actions that there can be. */
    List<String> topics();

    /** Entries that fit, newest first, so many as a page holds. */
    Mono<Found> find(Filter filter);

    /** The newest so many, without those that tell who signed in and out. */
    Mono<List<Entry>> recentChanges(int most);

    /**
     * What is looked for; null or empty for everything.
     *
     * @param text anywhere in an entry
     * @param topic first part of the action
     * @param from a day, such as 2026-11-30
     * @param to the same, included
     * @param before id that the entries' are below
     */
    record Filter(
            @Nullable String text,
            @Nullable String actor,
            @Nullable String topic,
            @Nullable String from,
            @Nullable String to,
            @Nullable Long before) {}

    /**
     * @param refusal why the filter is none, for people; null if it is one
     * @param actors everybody who is in the trail
     * @param total entries that fit, on all pages
     * @param next {@code before} of the next page; null on the last
     */
    record Found(
            @Nullable String refusal,
            List<Entry> entries,
            List<String> actors,
            long total,
            @Nullable Long next) {}

    /** @param action topic and verb, such as {@code batching.pin} */
    record Entry(
            long id,
            Instant at,
            String actor,
            String origin,
            String action,
            String subject,
            @Nullable Map<String, @Nullable Object> before,
            @Nullable Map<String, @Nullable Object> after,
            @Nullable String reason) {}
}
