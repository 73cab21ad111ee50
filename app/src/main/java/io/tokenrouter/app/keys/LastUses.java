package io.tokenrouter.app.keys;

import io.tokenrouter.app.background.RepeatedWork;
import io.tokenrouter.app.persistence.DatabaseState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Writes when each key was used last: every ten seconds, and when the server stops. */
@Component
class LastUses extends RepeatedWork {

    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KeyDirectory directory;
    private final KeyReader database;
    private final DatabaseState state;
    private final Map<UUID, Instant> written = new HashMap<>();

    LastUses(KeyDirectory directory, KeyReader database, DatabaseState state) {
        super("last-uses", PAUSE, PATIENCE);
        this.directory = directory;
        this.database = database;
        this.state = state;
    }

    /** Writes which keys were used since the last time; what the database does not take comes with the next. */
    @Override
    protected void work() {
        Map<UUID, Instant> news = new HashMap<>();
        for (KeyCaller caller : directory.known().all()) {
            ApiKey key = caller.key();
            if (key.lastUsedAt() != null && !key.lastUsedAt().equals(written.get(key.id()))) {
                news.put(key.id(), key.lastUsedAt());
            }
        }
        if (!news.isEmpty()) {
            write(news);
        }
    }

    private void write(Map<UUID, Instant> news) {
        if (state.ask("writing when keys were used last", () -> database.used(news))) {
            written.putAll(news);
        }
    }

    @Override
    protected void last() {
        work();
    }
}
