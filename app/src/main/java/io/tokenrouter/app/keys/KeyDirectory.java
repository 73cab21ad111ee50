package io.tokenrouter.app.keys;

import io.github.bucket4j.TimeMeter;
import io.tokenrouter.app.persistence.DatabaseState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The keys in memory. {@link #known} never blocks; {@link #refresh} asks the database and may. An outage leaves what was known
 * as it is.
 */
final class KeyDirectory {

    /** How old the copy becomes where no key changed, so that last uses at other servers are seen. */
    private static final Duration OLDEST = Duration.ofSeconds(30);

    private final KeyReader reader;
    private final DatabaseState state;
    private final InstantSource clock;
    private final TimeMeter time;
    private final Map<UUID, Instant> written = new HashMap<>();
    private volatile KnownKeys known = KnownKeys.none();
    private Instant readAt = Instant.MIN;

    KeyDirectory(KeyReader reader, DatabaseState state, InstantSource clock, TimeMeter time) {
        this.reader = reader;
        this.state = state;
        this.clock = clock;
        this.time = time;
    }

    KnownKeys known() {
        return known;
    }

    /**
     * Reads the keys if they have changed.
     *
     * @return false if the database does not answer
     */
    synchronized boolean refresh() {
        return state.ask(() -> {
            Instant now = clock.instant();
            if (readAt.plus(OLDEST).isAfter(now) && reader.version() == known.version()) {
                return;
            }
            KeyReader.Read read = reader.read();
            known = known.next(
                    read.access(), read.keys(), (key, before) -> KeyCaller.of(key, before.orElse(null), clock, time));
            readAt = now;
        });
    }

    /** Writes which keys were used since the last call; tried again with the next where the database does not answer. */
    synchronized void writeLastUses() {
        Map<UUID, Instant> news = new HashMap<>();
        for (KeyCaller caller : known.all()) {
            ApiKey key = caller.key();
            if (key.lastUsedAt() != null && !key.lastUsedAt().equals(written.get(key.id()))) {
                news.put(key.id(), key.lastUsedAt());
            }
        }
        if (news.isEmpty()) {
            return;
        }
        boolean answered = state.ask(() -> reader.used(news));
        if (answered) {
            written.putAll(news);
        }
    }
}
