package io.tokenrouter.app.signals;

import io.tokenrouter.app.background.RepeatedWork;
import io.tokenrouter.app.persistence.DatabaseState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Keeps the entropies over restarts: written every ten seconds where there are new ones, and when the server stops. */
@Component
class EntropyKeeper extends RepeatedWork {

    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final EntropyRecorder recorder;
    private final EntropyStore store;
    private final DatabaseState state;
    private final Map<String, Long> written = new HashMap<>();
    private boolean loaded;

    EntropyKeeper(EntropyRecorder recorder, EntropyStore store, DatabaseState state) {
        super("entropies", PAUSE, PATIENCE);
        this.recorder = recorder;
        this.store = store;
        this.state = state;
    }

    /** A database that does not answer costs nothing but the newest entropies. */
    @Override
    protected void work() {
        state.attempt("keeping the entropies", this::keep);
    }

    @Override
    protected void last() {
        work();
    }

    private void keep() {
        if (!loaded) {
            store.all().forEach(recorder::restore);
            loaded = true;
        }
        recorder.all().forEach((pair, histogram) -> {
            long changes = histogram.changes();
            if (changes > 0 && !Long.valueOf(changes).equals(written.get(pair))) {
                store.put(pair, histogram.counts());
                written.put(pair, changes);
            }
        });
    }
}
