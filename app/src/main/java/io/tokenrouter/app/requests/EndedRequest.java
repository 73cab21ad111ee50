package io.tokenrouter.app.requests;

import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.engine.api.GenerationStats;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A generation that ended, with its way; null where that is not known any more.
 */
record EndedRequest(RequestEntry entry, @Nullable Route route) {

    static EndedRequest of(GenerationRecord record, Route route) {
        GenerationStats stats = record.stats();
        Double first = stats.firstTokenNanos() == 0 ? null : (Double) (stats.firstTokenNanos() / 1e9);
        double total = stats.totalNanos() / 1e9;
        return new EndedRequest(
                new RequestEntry(
                        record.id(),
                        record.requestId(),
                        record.target(),
                        route.small(),
                        route.large(),
                        record.usage().caller(),
                        record.policyName(),
                        record.policyName() == null ? null : record.policyVersion(),
                        record.outcome(),
                        null,
                        record.errorKind(),
                        stats.promptTokens(),
                        stats.cachedPromptTokens(),
                        stats.completionTokens(),
                        stats.catchUpTokens(),
                        stats.discardedTokens(),
                        stats.switches(),
                        record.startedAt(),
                        record.finishedAt(),
                        stats.queuedNanos() / 1e9,
                        first,
                        RequestEntry.betweenTokens(stats.totalCompletionTokens(), first, total),
                        total,
                        route.tape()),
                route);
    }

    UUID id() {
        return entry.id();
    }

    Instant finishedAt() {
        return entry.endedAt();
    }
}
