package io.tokenrouter.app.lifecycle;

import io.tokenrouter.app.metrics.SnapshotObserver;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Notices models that have work and get nowhere, and says so once when it begins and once when it ends. {@link #see} is of one
 * thread, the rest is safe from any.
 */
@Component
class ProgressWatchdog implements SnapshotObserver {

    private static final Logger log = LoggerFactory.getLogger(ProgressWatchdog.class);

    private final Duration limit;
    private final Map<String, Progress> progress = new HashMap<>();
    private volatile List<StuckModel> stuck = List.of();

    ProgressWatchdog(WatchdogProperties properties) {
        this.limit = properties.limit();
    }

    /**
     * A model that gets nowhere.
     *
     * @param sinceNanos when it moved last, or got work, by the clock of the snapshots
     * @param running rows of the step that does not end
     * @param waiting rows that wait for a step
     */
    record StuckModel(String model, long sinceNanos, int running, int waiting) {}

    private record Progress(long steps, long movedNanos) {}

    /** Models that get nowhere now. */
    List<StuckModel> stuck() {
        return stuck;
    }

    @Override
    public void see(EngineSnapshot snapshot, Instant at) {
        List<StuckModel> late = new ArrayList<>();
        Map<String, Progress> seen = new HashMap<>();
        for (EngineSnapshot.Model model : snapshot.models()) {
            Progress now = progress(model, snapshot.atNanos());
            seen.put(model.id(), now);
            if (snapshot.atNanos() - now.movedNanos() >= limit.toNanos()) {
                late.add(new StuckModel(model.id(), now.movedNanos(), model.running(), model.waiting()));
            }
        }
        progress.clear();
        progress.putAll(seen);
        tell(culprits(late), snapshot.atNanos());
    }

    private Progress progress(EngineSnapshot.Model model, long nowNanos) {
        Progress before = progress.get(model.id());
        boolean hasWork = model.running() > 0 || model.waiting() > 0;
        return before != null && hasWork && before.steps() == model.steps()
                ? before
                : new Progress(model.steps(), nowNanos);
    }

    /** A model that waits may only wait for the device, which another model's step does not give back. */
    private static List<StuckModel> culprits(List<StuckModel> late) {
        List<StuckModel> inAStep =
                late.stream().filter(model -> model.running() > 0).toList();
        return inAStep.isEmpty() ? List.copyOf(late) : inAStep;
    }

    private void tell(List<StuckModel> now, long nowNanos) {
        Map<String, StuckModel> before = new HashMap<>();
        stuck.forEach(model -> before.put(model.model(), model));
        stuck = now;
        for (StuckModel model : now) {
            if (before.remove(model.model()) == null) {
                log.warn(
                        "Model {} has made no progress for {} s, with {} rows in a step and {} waiting; the server says"
                                + " that it is not ready until it moves",
                        model.model(),
                        seconds(nowNanos - model.sinceNanos()),
                        model.running(),
                        model.waiting());
            }
        }
        for (StuckModel model : new HashSet<>(before.values())) {
            log.info("Model {} moves again after {} s", model.model(), seconds(nowNanos - model.sinceNanos()));
        }
    }

    private static long seconds(long nanos) {
        return Duration.ofNanos(nanos).toSeconds();
    }
}
