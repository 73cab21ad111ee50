package io.tokenrouter.app.accounts;

import io.tokenrouter.app.persistence.DatabaseState;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Who is signed in. The database is the truth, so sessions outlive a restart and end wherever they are deleted; what it said is
 * believed for {@link #BELIEVED}, and for as long as it does not answer. Safe from any thread.
 */
@Component
@EnableConfigurationProperties(SessionProperties.class)
public class Sessions {

    /** How long what the database said is taken for true; another process may end sessions meanwhile. */
    static final Duration BELIEVED = Duration.ofSeconds(10);

    /** Sessions that an account may have at a time; the oldest end. */
    static final int MOST_OF_AN_ACCOUNT = 32;

    private static final Duration NOTED_USE = Duration.ofMinutes(1);
    private static final int MOST_KNOWN = 10_000;

    private record Known(SessionStore.Stored session, Instant asked) {}

    private final SessionStore store;
    private final DatabaseState state;
    private final SessionProperties properties;
    private final Clock clock;
    private final ConcurrentMap<ByteBuffer, Known> known = new ConcurrentHashMap<>();

    /** Rises whenever something is forgotten: an answer that was asked for before must not be remembered after. */
    private final AtomicLong forgotten = new AtomicLong();

    @Autowired
    Sessions(SessionStore store, DatabaseState state, SessionProperties properties) {
        this(store, state, properties, Clock.systemUTC());
    }

    Sessions(SessionStore store, DatabaseState state, SessionProperties properties, Clock clock) {
        this.store = store;
        this.state = state;
        this.properties = properties;
        this.clock = clock;
    }

    /** Begins one and returns its token, which is kept nowhere. Blocks. */
    String begin(String account) {
        Instant now = clock.instant();
        String token = SessionToken.random();
        store.insert(SessionToken.hash(token), account, now);
        store.tidy(account, MOST_OF_AN_ACCOUNT, now.minus(properties.idle()), now.minus(properties.longest()));
        return token;
    }

    /**
     * Whoever the token belongs to; empty if it belongs to nobody, or not any more. Asks the database on a thread that may block.
     *
     * @return fails with a {@link DataAccessException} where the database does not answer and the session is not known
     */
    public Mono<SignedIn> find(String token) {
        if (!SessionToken.isWellFormed(token)) {
            return Mono.empty();
        }
        byte[] hash = SessionToken.hash(token);
        Known remembered = known.get(ByteBuffer.wrap(hash));
        if (remembered != null && isBelieved(remembered)) {
            return Mono.just(remembered.session().user());
        }
        return Mono.fromCallable(() -> ask(hash, remembered).orElse(null)).subscribeOn(Schedulers.boundedElastic());
    }

    /** What a page of this session adds to each change. */
    public static String pageToken(String token) {
        return SessionToken.pageToken(token);
    }

    /** Ends one. Blocks. */
    public void end(String token) {
        byte[] hash = SessionToken.hash(token);
        store.delete(hash);
        forgotten.incrementAndGet();
        known.remove(ByteBuffer.wrap(hash));
    }

    /** Ends all of an account, in the caller's transaction; {@link #forget} follows when it is committed. */
    void endAll(String account) {
        store.deleteAll(account);
    }

    /** Believes nothing any more about an account. */
    void forget(String account) {
        forgotten.incrementAndGet();
        known.values().removeIf(session -> session.session().user().name().equals(account));
    }

    private boolean isBelieved(Known remembered) {
        Instant now = clock.instant();
        boolean isFresh = now.isBefore(remembered.asked().plus(BELIEVED));
        return isAlive(remembered.session(), now) && (isFresh || !state.isUp());
    }

    private Optional<SignedIn> ask(byte[] hash, @Nullable Known remembered) {
        Instant now = clock.instant();
        long before = forgotten.get();
        ByteBuffer key = ByteBuffer.wrap(hash);
        Optional<SessionStore.Stored> found;
        try {
            found = store.find(hash).filter(session -> isAlive(session, now));
            if (found.isPresent() && now.isAfter(found.get().usedAt().plus(NOTED_USE))) {
                store.used(hash, now);
            }
        } catch (DataAccessException | TransactionException noAnswer) {
            if (remembered != null && isAlive(remembered.session(), now) && before == forgotten.get()) {
                known.replace(key, remembered, new Known(remembered.session(), now));
                return Optional.of(remembered.session().user());
            }
            throw noAnswer;
        }
        if (found.isEmpty()) {
            known.remove(key);
            return Optional.empty();
        }
        remember(key, new Known(found.get(), now), before);
        return Optional.of(found.get().user());
    }

    private void remember(ByteBuffer key, Known session, long before) {
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        known.put(key, session);
        if (before != forgotten.get()) {
            known.remove(key, session);
        }
    }

    private boolean isAlive(SessionStore.Stored session, Instant now) {
        return now.isBefore(session.usedAt().plus(properties.idle()).plus(NOTED_USE))
                && now.isBefore(session.createdAt().plus(properties.longest()));
    }
}
