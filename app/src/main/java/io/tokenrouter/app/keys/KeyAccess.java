package io.tokenrouter.app.keys;

import io.tokenrouter.app.serving.AccessException;
import io.tokenrouter.app.serving.ApiAccess;
import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.UnlimitedCaller;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Tells callers by their keys. A known key is judged from memory, also while the database is away; only for a key that is not
 * known the database is looked at again, by another thread, since another server may have made it.
 */
@Component
class KeyAccess implements ApiAccess {

    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final int MOST_WAITING = 500;
    private static final int RETRY_SECONDS = 5;

    private static final String WRONG = "Incorrect API key provided.";

    private final KeyDirectory directory;
    private final KeyUpdates updates;
    private final AtomicInteger waiting = new AtomicInteger();

    KeyAccess(KeyDirectory directory, KeyUpdates updates) {
        this.directory = directory;
        this.updates = updates;
    }

    @Override
    public Mono<Caller> identify(List<String> authorization) {
        return Mono.defer(() -> {
            KnownKeys known = directory.known();
            return known.required() ? withKey(known, authorization) : Mono.just(anybody(known, authorization));
        });
    }

    /** Where no key is needed, one that counts is still told, so that its use is counted; anything else is not looked at. */
    private static Caller anybody(KnownKeys known, List<String> authorization) {
        return secret(authorization)
                .flatMap(secret -> known.find(secret.hash()))
                .filter(KeyCaller::isValid)
                .map(Caller.class::cast)
                .orElse(UnlimitedCaller.ANONYMOUS);
    }

    private Mono<Caller> withKey(KnownKeys known, List<String> authorization) {
        if (authorization.isEmpty()) {
            return Mono.error(AccessException.noValidKey(
                    "This server needs an API key; send it in a header 'Authorization: Bearer KEY'."));
        }
        Optional<KeySecret> secret = secret(authorization);
        if (secret.isEmpty()) {
            return Mono.error(AccessException.noValidKey(
                    WRONG + " A key is sent in one header 'Authorization: Bearer KEY' and begins with tr-."));
        }
        KeyHash hash = secret.get().hash();
        Optional<KeyCaller> caller = known.find(hash);
        return caller.isPresent() ? verified(caller.get()) : unknown(hash);
    }

    private Mono<Caller> unknown(KeyHash hash) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return Mono.error(undecided());
        }
        return Mono.fromFuture(updates::look, true)
                .timeout(PATIENCE)
                .onErrorReturn(TimeoutException.class, false)
                .doFinally(end -> waiting.decrementAndGet())
                // the thread that looks has other things to do than requests
                .publishOn(Schedulers.parallel())
                .flatMap(answered -> {
                    Optional<KeyCaller> caller = directory.known().find(hash);
                    if (caller.isPresent()) {
                        return verified(caller.get());
                    }
                    return Mono.error(answered ? AccessException.noValidKey(WRONG) : undecided());
                });
    }

    private static AccessException undecided() {
        return AccessException.undecided(
                "This API key is not known here, and the database that knows all keys does not answer; try again.",
                RETRY_SECONDS);
    }

    private static Mono<Caller> verified(KeyCaller caller) {
        try {
            caller.verify();
            return Mono.just(caller);
        } catch (AccessException refused) {
            return Mono.error(refused);
        }
    }

    private static Optional<KeySecret> secret(List<String> authorization) {
        return BearerToken.of(authorization).flatMap(KeySecret::parse);
    }
}
