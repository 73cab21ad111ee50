package io.tokenrouter.ui;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How throughput is measured and kept at this moment.
 *
 * @param newestSample where the newest sample begins; null before the first
 * @param memorySince since when there are samples in memory; null before the first
 * @param databaseDownSince since when the database does not answer; null while it does
 * @param samplesWaiting that wait to be written
 * @param mostWaiting samples for which there is room
 * @param samplesLost since the start
 * @param keptSamplesSeconds how long samples are kept
 * @param keptMinutesSeconds how long minutes are kept
 * @param keptHoursSeconds how long hours are kept
 */
public record ThroughputStatus(
        @Nullable Instant newestSample,
        @Nullable Instant memorySince,
        @Nullable Instant databaseDownSince,
        int samplesWaiting,
        int mostWaiting,
        long samplesLost,
        long keptSamplesSeconds,
        long keptMinutesSeconds,
        long keptHoursSeconds) {}
