package io.tokenrouter.app.requests;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A generation that runs, or has ended, without its text.
 *
 * @param id of its record
 * @param requestId as the caller got it; an answer with several choices has a generation for each
 * @param target pair or model that was asked for
 * @param small id of the pair's small model; null where a single model answers or nobody knows any more
 * @param large id of the pair's large model; null where a single model answers or nobody knows any more
 * @param caller id of a key, {@code anonymous} or {@code console}; null for records of the time before there were keys
 * @param policyName null where a single model answers
 * @param policyVersion 0 where the request named a built-in algorithm itself; null where a single model answers
 * @param state {@code queued} before it has a place, {@code waiting} for a step, {@code in_step}, or how it ended:
 *     {@code stop}, {@code length}, {@code cancelled}, {@code failed}
 * @param at id of the model where it is; null once it has ended and before its first hop
 * @param errorKind null unless it failed
 * @param completionTokens committed tokens by writer
 * @param catchUpTokens ids read only because another model wrote them, by reader
 * @param discardedTokens proposals not taken; of one that runs, those that a token of another model replaced
 * @param queuedSeconds from submission to the first step; null before it
 * @param firstTokenSeconds from submission to the first token; null before it
 * @param betweenTokensSeconds mean from one token to the next; null before the second
 * @param totalSeconds from submission to the end, or to now
 * @param tape null where it is not known any more
 */
public record RequestEntry(
        UUID id,
        String requestId,
        String target,
        @Nullable String small,
        @Nullable String large,
        @Nullable String caller,
        @Nullable String policyName,
        @Nullable Integer policyVersion,
        String state,
        @Nullable String at,
        @Nullable String errorKind,
        int promptTokens,
        int cachedTokens,
        Map<String, Integer> completionTokens,
        Map<String, Integer> catchUpTokens,
        int discardedTokens,
        int switches,
        Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Double queuedSeconds,
        @Nullable Double firstTokenSeconds,
        @Nullable Double betweenTokensSeconds,
        double totalSeconds,
        @Nullable Tape tape) {

    /** Newest first, of those that ended; ids tell those apart that ended at the same time. Postgres orders uuids as their text is ordered. */
    static final Comparator<RequestEntry> NEWEST_FIRST = Comparator.comparing(RequestEntry::endedAt)
            .thenComparing(ended -> ended.id().toString())
            .reversed();

    public boolean isRunning() {
        return finishedAt == null;
    }

    /** @throws IllegalStateException if it runs */
    Instant endedAt() {
        if (finishedAt == null) {
            throw new IllegalStateException("it has not ended");
        }
        return finishedAt;
    }

    public int tokens() {
        return completionTokens.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Of the tokens, the share that the large model wrote; null where there is no large model or no token. */
    public @Nullable Double largeShare() {
        int tokens = tokens();
        return large == null || tokens == 0
                ? null
                : (Double) (completionTokens.getOrDefault(large, 0) / (double) tokens);
    }

    /** Mean gap between tokens of an answer whose last token came at its end; null for fewer than two. */
    static @Nullable Double betweenTokens(int tokens, @Nullable Double firstSeconds, double lastSeconds) {
        return firstSeconds == null || tokens < 2
                ? null
                : (Double) (Math.max(0, lastSeconds - firstSeconds) / (tokens - 1));
    }
}
