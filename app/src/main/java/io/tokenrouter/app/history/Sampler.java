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
import java.util.List;
import java.util.Map;
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
    }

    /** Where the sample begins that is being made. */
    private record Start(
            EngineSnapshot snapshot, Map<String, ModelActivity> models, Map<String, TargetActivity> targets) {}

    /** Two gauges seen several times. */
    private static final class Gauges {
        double firstSeconds;
        int mostFirst;
        double secondSeconds;
        int mostSecond;

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
        start = new Start(now, activity.models(), activity.targets());
        if (from != null && now.atNanos() > from.snapshot().atNanos()) {
            into.accept(sample(from, start, at));
        }
        models.clear();
        targets.clear();
    }

    private void gauges(EngineSnapshot now, double seconds) {
        for (EngineSnapshot.Model model : now.models()) {
            models.computeIfAbsent(model.id(), id -> new Gauges()).see(model.waiting(), usedBlocks(model), seconds);
        }
        Map<String, List<EngineSnapshot.Request>> byTarget =
                now.requests().stream().collect(Collectors.groupingBy(EngineSnapshot.Request::target));
        byTarget.forEach((target, requests) -> {
            int waiting = (int)
                    requests.stream().filter(request -> request.at().isEmpty()).count();
            targets.computeIfAbsent(target, id -> new Gauges()).see(requests.size() - waiting, waiting, seconds);
        });
    }

    private Sample sample(Start from, Start to, Instant at) {
        double seconds = (to.snapshot().atNanos() - from.snapshot().atNanos()) / 1e9;
        Instant startsAt = at.minus(Duration.ofNanos(
                        to.snapshot().atNanos() - from.snapshot().atNanos()))
                .truncatedTo(ChronoUnit.MILLIS);
        Map<String, EngineSnapshot.Model> known =
                from.snapshot().models().stream().collect(Collectors.toMap(EngineSnapshot.Model::id, model -> model));
        List<ModelSpan> modelSpans = new ArrayList<>();
        for (EngineSnapshot.Model model : to.snapshot().models()) {
            EngineSnapshot.Model then = known.get(model.id());
            // one that was loaded meanwhile, or anew, counts from its own start: no figure is better than a wrong one
            if (then != null && then.steps() <= model.steps()) {
                modelSpans.add(new ModelSpan(
                        model.id(),
                        startsAt,
                        seconds,
                        tokens(then, model),
                        steps(
                                then,
                                model,
                                from.models().getOrDefault(model.id(), ModelActivity.NONE),
                                to.models().getOrDefault(model.id(), ModelActivity.NONE)),
                        load(model)));
            }
        }
        List<TargetSpan> targetSpans = new ArrayList<>();
        for (String target : served.get()) {
            TargetActivity more = to.targets()
                    .getOrDefault(target, TargetActivity.NONE)
                    .since(from.targets().getOrDefault(target, TargetActivity.NONE));
            targetSpans.add(target(target, startsAt, seconds, more));
        }
        return new Sample(startsAt, modelSpans, targetSpans);
    }

    private static ModelSpan.Tokens tokens(EngineSnapshot.Model from, EngineSnapshot.Model to) {
        return new ModelSpan.Tokens(
                to.writtenTokens() - from.writtenTokens(),
                to.extendTokens() - from.extendTokens(),
                to.prefillTokens() - from.prefillTokens(),
                to.catchUpTokens() - from.catchUpTokens(),
                to.discardedTokens() - from.discardedTokens(),
                to.prefixHits() - from.prefixHits());
    }

    private static ModelSpan.Steps steps(
            EngineSnapshot.Model from, EngineSnapshot.Model to, ModelActivity before, ModelActivity after) {
        return new ModelSpan.Steps(
                to.steps() - from.steps(),
                to.rows() - from.rows(),
                (to.busyNanos() - from.busyNanos()) / 1e9,
                (to.heldNanos() - from.heldNanos()) / 1e9,
                counts(to.batching().stepsBySize()).since(counts(from.batching().stepsBySize())),
                after.steps().since(before.steps()),
                after.held().since(before.held()));
    }

    private ModelSpan.Load load(EngineSnapshot.Model model) {
        Gauges seen = models.getOrDefault(model.id(), new Gauges());
        return new ModelSpan.Load(
                seen.firstSeconds, seen.mostFirst, seen.secondSeconds, seen.mostSecond, model.totalBlocks());
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

    private static Counts counts(List<Long> bySize) {
        return Counts.of(bySize.stream().mapToLong(Long::longValue).toArray());
    }

    private static int usedBlocks(EngineSnapshot.Model model) {
        return model.totalBlocks() - model.freeBlocks() - model.cachedBlocks();
    }
}
