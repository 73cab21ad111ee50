package io.tokenrouter.app.history;

import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Counts what the engine's snapshot does not tell, by model and by what callers named, since the start. Names are of registered
 * models and pairs, so their number is bounded. Safe from any thread.
 */
@Component
class ActivityRecorder implements EngineMetrics {

    private final Map<String, ModelCounter> models = new ConcurrentHashMap<>();
    private final Map<String, TargetCounter> targets = new ConcurrentHashMap<>();
    private final Queue<EngineSnapshot.Model> gone = new ConcurrentLinkedQueue<>();

    private static final class ModelCounter {
        final TimeCounter steps = new TimeCounter();
        final TimeCounter held = new TimeCounter();
    }

    private static final class TargetCounter {
        final TimeCounter firstToken = new TimeCounter();
        final TimeCounter betweenTokens = new TimeCounter();
        final Map<String, LongAdder> tokens = new ConcurrentHashMap<>();
        final LongAdder promptTokens = new LongAdder();
        final LongAdder ended = new LongAdder();
        final LongAdder failed = new LongAdder();
        final LongAdder cancelled = new LongAdder();
        final LongAdder switches = new LongAdder();
    }

    /** Steps of a model since the start. */
    record ModelActivity(Counts steps, Counts held) {

        static final ModelActivity NONE = new ModelActivity(Counts.NONE, Counts.NONE);

        ModelActivity since(ModelActivity before) {
            return new ModelActivity(steps.since(before.steps), held.since(before.held));
        }
    }

    /** What callers of a target got since the start. */
    record TargetActivity(
            long promptTokens,
            long ended,
            long failed,
            long cancelled,
            long switches,
            Map<String, Long> tokens,
            Counts firstToken,
            Counts betweenTokens) {

        static final TargetActivity NONE = new TargetActivity(0, 0, 0, 0, 0, Map.of(), Counts.NONE, Counts.NONE);

        TargetActivity since(TargetActivity before) {
            Map<String, Long> written = new HashMap<>();
            tokens.forEach((model, count) -> {
                long more = count - before.tokens.getOrDefault(model, 0L);
                if (more > 0) {
                    written.put(model, more);
                }
            });
            return new TargetActivity(
                    promptTokens - before.promptTokens,
                    ended - before.ended,
                    failed - before.failed,
                    cancelled - before.cancelled,
                    switches - before.switches,
                    written,
                    firstToken.since(before.firstToken),
                    betweenTokens.since(before.betweenTokens));
        }
    }

    @Override
    public void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {
        ModelCounter counter = models.computeIfAbsent(model, id -> new ModelCounter());
        counter.steps.add(busyNanos);
        counter.held.add(heldNanos);
    }

    @Override
    public void tokenCommitted(String target, String writer, float entropy) {
        target(target).tokens.computeIfAbsent(writer, id -> new LongAdder()).increment();
    }

    @Override
    public void firstToken(String target, long nanos) {
        target(target).firstToken.add(nanos);
    }

    @Override
    public void nextToken(String target, long nanos) {
        target(target).betweenTokens.add(nanos);
    }

    @Override
    public void generationFinished(
            String target,
            String outcome,
            int promptTokens,
            int completionTokens,
            int switches,
            long queuedNanos,
            long firstTokenNanos,
            long totalNanos) {
        TargetCounter counter = target(target);
        counter.promptTokens.add(promptTokens);
        counter.ended.increment();
        counter.switches.add(switches);
        if (outcome.equals("failed")) {
            counter.failed.increment();
        } else if (outcome.equals("cancelled")) {
            counter.cancelled.increment();
        }
    }

    @Override
    public void modelRemoved(EngineSnapshot.Model last) {
        gone.add(last);
    }

    /** Models that the engine let go of since the last call, with their last figures. */
    List<EngineSnapshot.Model> gone() {
        List<EngineSnapshot.Model> all = new ArrayList<>();
        EngineSnapshot.Model model;
        while ((model = gone.poll()) != null) {
            all.add(model);
        }
        return all;
    }

    Map<String, ModelActivity> models() {
        return copy(models, counter -> new ModelActivity(counter.steps.counts(), counter.held.counts()));
    }

    Map<String, TargetActivity> targets() {
        return copy(
                targets,
                counter -> new TargetActivity(
                        counter.promptTokens.sum(),
                        counter.ended.sum(),
                        counter.failed.sum(),
                        counter.cancelled.sum(),
                        counter.switches.sum(),
                        copy(counter.tokens, LongAdder::sum),
                        counter.firstToken.counts(),
                        counter.betweenTokens.counts()));
    }

    private TargetCounter target(String id) {
        return targets.computeIfAbsent(id, target -> new TargetCounter());
    }

    private static <S, T> Map<String, T> copy(Map<String, S> from, Function<S, T> what) {
        return from.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> what.apply(entry.getValue())));
    }
}
