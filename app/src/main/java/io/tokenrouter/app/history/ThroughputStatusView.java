package io.tokenrouter.app.history;

import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.ui.ConsoleThroughput;
import io.tokenrouter.ui.ThroughputStatus;
import org.jspecify.annotations.Nullable;

/** What the console shows beside the series. */
final class ThroughputStatusView implements ConsoleThroughput {

    private final LiveHour live;
    private final RecordBuffer<Sample> buffer;
    private final int mostWaiting;
    private final DatabaseState database;
    private final RetentionService retention;

    ThroughputStatusView(
            LiveHour live,
            RecordBuffer<Sample> buffer,
            int mostWaiting,
            DatabaseState database,
            RetentionService retention) {
        this.live = live;
        this.buffer = buffer;
        this.mostWaiting = mostWaiting;
        this.database = database;
        this.retention = retention;
    }

    @Override
    public ThroughputStatus status() {
        @Nullable Sample newest = live.newest();
        HistoryRetention kept = retention.current();
        return new ThroughputStatus(
                newest == null ? null : newest.startsAt(),
                live.since(),
                database.downSince(),
                buffer.waiting(),
                mostWaiting,
                buffer.dropped(),
                kept.samples().toSeconds(),
                kept.minutes().toSeconds(),
                kept.hours().toSeconds());
    }
}
