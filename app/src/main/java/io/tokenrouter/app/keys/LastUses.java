package io.tokenrouter.app.keys;

import io.tokenrouter.app.background.RepeatedWork;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Writes when each key was used last: every ten seconds, and when the server stops. */
@Component
class LastUses extends RepeatedWork {

    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KeyDirectory directory;

    LastUses(KeyDirectory directory) {
        super("last-uses", PAUSE, PATIENCE);
        this.directory = directory;
    }

    @Override
    protected void work() {
        directory.writeLastUses();
    }

    @Override
    protected void last() {
        work();
    }
}
