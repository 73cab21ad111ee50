package io.tokenrouter.ui;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A generation that runs, or has ended.
 *
 * @param id of its page
 * @param requestId as its caller got it
 * @param target pair or model that was asked for
 * @param small the pair's small model; null where a single model answers or nobody knows any more
 * @param large the pair's large model; likewise
 * @param caller who asked, as people know it; null where that is not known
 * @param policy name and version; null where a single model answers
 * @param state {@code queued}, {@code waiting} or {@code in_step} where it runs; {@code stop}, {@code length},
 *     {@code cancelled} or {@code failed} where it has ended
 * @param at id of the model where it is; null where it is at none
 * @param errorKind null unless it failed
 * @param tokens of the answer, by writer
 * @param caughtUp ids read only because another model wrote them, by reader
 * @param discarded proposals not taken
 * @param finishedAt null while it runs
 * @param tape ninths of each cell that the large model wrote, as digits; null where it is not known
 */
public record RequestView(
        String id,
        String requestId,
        String target,
        @Nullable String small,
        @Nullable String large,
        @Nullable String caller,
        @Nullable String policy,
        String state,
        @Nullable String at,
        @Nullable String errorKind,
        int promptTokens,
        int cachedTokens,
        Map<String, Integer> tokens,
        Map<String, Integer> caughtUp,
        int discarded,
        int switches,
        Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Double queuedSeconds,
        @Nullable Double firstTokenSeconds,
        @Nullable Double betweenTokensSeconds,
        double totalSeconds,
        @Nullable String tape) {

    int written() {
        return tokens.values().stream().mapToInt(Integer::intValue).sum();
    }

    int writtenByLarge() {
        return large == null ? 0 : tokens.getOrDefault(large, 0);
    }
}
