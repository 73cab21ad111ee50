package io.tokenrouter.app.keys;

import io.github.bucket4j.TimeMeter;
import io.tokenrouter.app.persistence.DatabaseState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The keys in memory. {@link #known} never blocks; {@link #refresh} asks the database and may. A database that does not tell them
 * leaves what was known as it is.
 */
final class KeyDirectory {

    /** How old the copy becomes where no key changed, so that last uses at other servers are seen. */
    private static final Duration OLDEST = Duration.ofSeconds(30);

    private final KeyReader reader;
    private final DatabaseState state;
    private final InstantSource clock;
    private final TimeMeter time;
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
     * Reads the keys if they have changed. It is done again within seconds, and whoever calls it may have changed one already, which
     * no failure here undoes: so none is thrown.
     *
     * @return false if the database did not tell them
     */
    synchronized boolean refresh() {
        return state.ask("reading the keys", this::read);
    }

    private void read() {
        Instant now = clock.instant();
        if (readAt.plus(OLDEST).isAfter(now) && reader.version() == known.version()) {
            return;
        }
        KeyReader.Read read = reader.read();
        known = known.next(
                read.access(), read.keys(), (key, before) -> KeyCaller.of(key, before.orElse(null), clock, time));
        readAt = now;
    }
}
