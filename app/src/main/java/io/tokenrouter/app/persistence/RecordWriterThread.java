package io.tokenrouter.app.persistence;

import io.tokenrouter.app.background.RepeatedWork;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Ticks the record writer once a second, and a last time when the server stops. */
@Component
class RecordWriterThread extends RepeatedWork {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final RecordWriter writer;
    private final Clock clock = Clock.systemUTC();

    RecordWriterThread(RecordWriter writer) {
        super("records", PAUSE, PATIENCE);
        this.writer = writer;
    }

    @Override
    protected void work() {
        writer.tick(clock.instant());
    }

    @Override
    protected void last() {
        work();
    }
}
