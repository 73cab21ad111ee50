package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.GenerationStats;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a generation that ended. Holds no text.
 *
 * @param id of the record; the same record written twice is kept once
 * @param requestId as the caller got it
 * @param httpRequestId {@code x-request-id} of the request over HTTP, for the log alone; null where there was none
 * @param target pair or model that was asked for
 * @param usage what it adds to the usage of whoever asked
 * @param policyName null where a single model answered
 * @param policyVersion 0 where the request named a built-in algorithm itself
 * @param outcome {@code stop}, {@code length}, {@code cancelled} or {@code failed}
 * @param errorKind set where the outcome is {@code failed}
 * @param finishedAt in whole microseconds
 */
public record GenerationRecord(
        UUID id,
        String requestId,
        @Nullable String httpRequestId,
        String target,
        UsageShare usage,
        @Nullable String policyName,
        int policyVersion,
        GenerationStats stats,
        String outcome,
        @Nullable String errorKind,
        Instant finishedAt) {

    /** In microseconds, which a database keeps as they are; finer times it would round. */
    public Instant startedAt() {
        return finishedAt.minusNanos(stats.totalNanos()).truncatedTo(ChronoUnit.MICROS);
    }
}
