package io.tokenrouter.app.history;

import io.tokenrouter.app.history.ActivityRecorder.ModelActivity;
import io.tokenrouter.app.history.ActivityRecorder.TargetActivity;
import io.tokenrouter.app.metrics.SnapshotObserver;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a sample about every ten seconds, where the clock on the wall begins a new span of ten, out of the looks between. How much
 * was measured comes from the engine's clock, which never jumps; where the clock on the wall does, samples move with it and their
 * figures stay right. Used by one thread.
 */
final class Sampler implements SnapshotObserver {

    private final ActivityRecorder activity;
    private final Supplier<List<String>> served;
    private final Consumer<Sample> into;
    private final ModelLedger ledger;
    private @Nullable Start start;
    private @Nullable EngineSnapshot lastLook;
    private Instant lastSpan = Instant.MIN;
    private final Map<String, Gauges> models = new HashMap<>();
    private final Map<String, Gauges> targets = new HashMap<>();

    /** @param served ids of the pairs and models that callers can name now */
    Sampler(ActivityRecorder activity, Supplier<List<String>> served, Consumer<Sample> into) {
        this.activity = activity;
        this.served = served;
        this.into = into;
        this.ledger = new ModelLedger(activity::gone);
    }

    /** Where the sample begins that is being made. */
    private record Start(
            EngineSnapshot snapshot, Map<String, ModelActivity> models, Map<String, TargetActivity> targets) {}

    /** Gauges seen several times. */
    private static final class Gauges {
        double firstSeconds;
        int mostFirst;
        double secondSeconds;
        int mostSecond;
        int mostBlocks;

        void see(int first, int second, double seconds) {
            firstSeconds += first * seconds;
            mostFirst = Math.max(mostFirst, first);
            secondSeconds += second * seconds;
            mostSecond = Math.max(mostSecond, second);
        }
    }

    @Override
    public void see(EngineSnapshot now, Instant at) {
        EngineSnapshot before = lastLook;
        lastLook = now;
        if (before != null) {
            gauges(now, (now.atNanos() - before.atNanos()) / 1e9);
        }
        Instant span = Resolution.SAMPLES.floor(at);
        if (span.equals(lastSpan)) {
            return;
        }
        lastSpan = span;
        Start from = start;
        if (from != null && now.atNanos() <= from.snapshot().atNanos()) {
            return;
        }
        start = new Start(now, activity.models(), activity.targets());
        Map<String, ModelFigures> figures = ledger.take(now);
        if (from != null) {
            into.accept(sample(from, start, figures, at));
        }
        models.clear();
        targets.clear();
    }

    private void gauges(EngineSnapshot now, double seconds) {
        for (EngineSnapshot.Model model : now.models()) {
            Gauges seen = models.computeIfAbsent(model.id(), id -> new Gauges());
            seen.see(model.waiting(), usedBlocks(model), seconds);
            seen.mostBlocks = Math.max(seen.mostBlocks, model.totalBlocks());
        }
        Map<String, List<EngineSnapshot.Request>> byTarget =
                now.requests().stream().collect(Collectors.groupingBy(EngineSnapshot.Request::target));
        byTarget.forEach((target, requests) -> {
            int waiting = (int)
                    requests.stream().filter(request -> request.at().isEmpty()).count();
            targets.computeIfAbsent(target, id -> new Gauges()).see(requests.size() - waiting, waiting, seconds);
        });
    }

    private Sample sample(Start from, Start to, Map<String, ModelFigures> figures, Instant at) {
        double seconds = (to.snapshot().atNanos() - from.snapshot().atNanos()) / 1e9;
        Instant startsAt = at.minus(Duration.ofNanos(
                        to.snapshot().atNanos() - from.snapshot().atNanos()))
                .truncatedTo(ChronoUnit.MILLIS);
        List<ModelSpan> modelSpans = new ArrayList<>();
        figures.forEach((id, more) -> modelSpans.add(span(id, more, from, to, startsAt, seconds)));
        List<TargetSpan> targetSpans = new ArrayList<>();
        Set<String> callable = Set.copyOf(served.get());
        Set<String> targetIds = new LinkedHashSet<>(callable);
        targetIds.addAll(to.targets().keySet());
        for (String target : targetIds) {
            TargetActivity more = to.targets()
                    .getOrDefault(target, TargetActivity.NONE)
                    .since(from.targets().getOrDefault(target, TargetActivity.NONE));
            // what callers got of one that went meanwhile counts; from then on it has no figures, not even zeros
            if (callable.contains(target) || !more.equals(TargetActivity.NONE)) {
                targetSpans.add(target(target, startsAt, seconds, more));
            }
        }
        return new Sample(startsAt, modelSpans, targetSpans);
    }

    private ModelSpan span(String id, ModelFigures more, Start from, Start to, Instant startsAt, double seconds) {
        ModelActivity times = to.models()
                .getOrDefault(id, ModelActivity.NONE)
                .since(from.models().getOrDefault(id, ModelActivity.NONE));
        Gauges seen = models.getOrDefault(id, new Gauges());
        return new ModelSpan(
                id,
                startsAt,
                seconds,
                more.tokens(),
                new ModelSpan.Steps(
                        more.steps(),
                        more.rows(),
                        more.busyNanos() / 1e9,
                        more.heldNanos() / 1e9,
                        more.stepsBySize(),
                        times.steps(),
                        times.held()),
                new ModelSpan.Load(
                        seen.firstSeconds, seen.mostFirst, seen.secondSeconds, seen.mostSecond, seen.mostBlocks));
    }

    private TargetSpan target(String id, Instant startsAt, double seconds, TargetActivity more) {
        Gauges seen = targets.getOrDefault(id, new Gauges());
        TargetSpan.Requests requests = new TargetSpan.Requests(
                more.promptTokens(),
                more.ended(),
                more.failed(),
                more.cancelled(),
                more.switches(),
                seen.firstSeconds,
                seen.mostFirst,
                seen.secondSeconds,
                seen.mostSecond);
        return new TargetSpan(id, startsAt, seconds, requests, more.tokens(), more.firstToken(), more.betweenTokens());
    }

    private static int usedBlocks(EngineSnapshot.Model model) {
        return model.totalBlocks() - model.freeBlocks() - model.cachedBlocks();
    }
}
