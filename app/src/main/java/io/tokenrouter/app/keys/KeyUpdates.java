package io.tokenrouter.app.keys;

import io.tokenrouter.app.background.RepeatedWork;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.stereotype.Component;

/**
 * Keeps the copy of the keys up to date on a thread of its own: every other second, so that a key that another server revokes
 * ends within seconds, and when somebody comes with a key that is not known. All who ask meanwhile share one look.
 */
@Component
class KeyUpdates extends RepeatedWork implements InitializingBean {

    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KeyDirectory directory;
    private @Nullable CompletableFuture<Boolean> next;

    KeyUpdates(KeyDirectory directory) {
        super("keys", PAUSE, PATIENCE);
        this.directory = directory;
    }

    /** The first request must find all keys. */
    @Override
    public void afterPropertiesSet() {
        if (!directory.refresh()) {
            throw new IllegalStateException("the API keys could not be read from the database");
        }
    }

    /** Looks once more. The future says, at some time later, whether the database has answered; it never fails. */
    synchronized CompletableFuture<Boolean> look() {
        CompletableFuture<Boolean> answer = next;
        if (answer == null) {
            answer = new CompletableFuture<>();
            if (hurry()) {
                next = answer;
            } else {
                answer.complete(false);
            }
        }
        return answer;
    }

    @Override
    protected void work() {
        CompletableFuture<Boolean> asked = asked();
        boolean answered = false;
        try {
            answered = directory.refresh();
        } finally {
            asked.complete(answered);
        }
    }

    /** Whoever asks from here on may have seen a key that this look misses, and waits for the next. */
    private synchronized CompletableFuture<Boolean> asked() {
        CompletableFuture<Boolean> asked = next == null ? new CompletableFuture<>() : next;
        next = null;
        return asked;
    }
}
