package io.tokenrouter.app.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.tokenrouter.engine.metrics.EngineMetrics;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Counters and histograms of what happens in the engine. Meters are looked up once for each target and model; both come from
 * the catalog, never from a caller's text, so their number is bounded.
 */
@Component
public class EngineMeters implements EngineMetrics {

    private static final Duration[] LATENCIES = millis(
            1, 5, 10, 20, 40, 60, 80, 100, 250, 500, 750, 1_000, 2_500, 5_000, 7_500, 10_000, 20_000, 40_000, 80_000,
            160_000, 640_000, 2_560_000);
    private static final Duration[] TOKEN_TIMES =
            millis(1, 2, 5, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 2_500);
    private static final double[] BATCH_ROWS = {1, 2, 4, 8, 16, 32, 64, 128};

    private final MeterRegistry registry;
    private final Map<String, StepMeters> steps = new ConcurrentHashMap<>();
    private final Map<String, TargetMeters> targets = new ConcurrentHashMap<>();
    private final Map<Written, Counter> written = new ConcurrentHashMap<>();
    private final Map<Ended, Counter> ended = new ConcurrentHashMap<>();
    private final Map<Missing, Counter> missing = new ConcurrentHashMap<>();
    private final Map<String, Counter> refused = new ConcurrentHashMap<>();

    EngineMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {
        StepMeters meters = steps.computeIfAbsent(model, this::stepMeters);
        meters.rows.record(rows);
        meters.busy.record(busyNanos, TimeUnit.NANOSECONDS);
        meters.held.increment(heldNanos / 1e9);
    }

    @Override
    public void tokenCommitted(String target, String writer, float entropy) {
        written.computeIfAbsent(new Written(target, writer), this::writtenTokens)
                .increment();
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
        TargetMeters meters = targets.computeIfAbsent(target, this::targetMeters);
        meters.promptTokens.increment(promptTokens);
        meters.switches.increment(switches);
        meters.queued.record(queuedNanos, TimeUnit.NANOSECONDS);
        meters.total.record(totalNanos, TimeUnit.NANOSECONDS);
        if (firstTokenNanos > 0) {
            meters.firstToken.record(firstTokenNanos, TimeUnit.NANOSECONDS);
        }
        if (completionTokens > 1) {
            meters.tokenTime.record((totalNanos - firstTokenNanos) / (completionTokens - 1), TimeUnit.NANOSECONDS);
        }
        ended.computeIfAbsent(new Ended(target, outcome), this::endedRequests).increment();
    }

    @Override
    public void answerMissing(String target, String model) {
        missing.computeIfAbsent(new Missing(target, model), this::missingAnswers)
                .increment();
    }

    @Override
    public void refused(String kind) {
        refused.computeIfAbsent(kind, this::refusedRequests).increment();
    }

    private record Written(String target, String model) {}

    private record Ended(String target, String outcome) {}

    private record Missing(String target, String model) {}

    private record StepMeters(DistributionSummary rows, Timer busy, Counter held) {}

    private record TargetMeters(
            Counter promptTokens, Counter switches, Timer queued, Timer firstToken, Timer tokenTime, Timer total) {}

    private StepMeters stepMeters(String model) {
        Tags tags = Tags.of("model", model);
        return new StepMeters(
                DistributionSummary.builder("tokenrouter.step.rows")
                        .description("Rows of a step, that is, its batch size")
                        .serviceLevelObjectives(BATCH_ROWS)
                        .tags(tags)
                        .register(registry),
                timer("tokenrouter.step", "Time a step takes", tags, TOKEN_TIMES),
                counter(
                        "tokenrouter.step.held.seconds",
                        "Time that ready rows were held back for a larger batch",
                        tags));
    }

    private TargetMeters targetMeters(String target) {
        Tags tags = Tags.of("target", target);
        return new TargetMeters(
                counter("tokenrouter.prompt.tokens", "Tokens of prompts", tags),
                counter("tokenrouter.switches", "Changes of the writing model", tags),
                timer("tokenrouter.request.queue.time", "From submission to the first step", tags, LATENCIES),
                timer("tokenrouter.time.to.first.token", "From submission to the first token", tags, LATENCIES),
                timer(
                        "tokenrouter.request.time.per.output.token",
                        "Mean time of each token after the first",
                        tags,
                        TOKEN_TIMES),
                timer("tokenrouter.e2e.request.latency", "From submission to the end", tags, LATENCIES));
    }

    private Counter writtenTokens(Written key) {
        return counter(
                "tokenrouter.generation.tokens",
                "Tokens of answers by the model that wrote them",
                Tags.of("target", key.target(), "model", key.model()));
    }

    private Counter endedRequests(Ended key) {
        return counter(
                "tokenrouter.requests",
                "Generations that ended",
                Tags.of("target", key.target(), "outcome", key.outcome()));
    }

    private Counter missingAnswers(Missing key) {
        return counter(
                "tokenrouter.answers.missing",
                "Times that a generation went on without a model that could not answer it",
                Tags.of("target", key.target(), "model", key.model()));
    }

    private Counter refusedRequests(String kind) {
        return counter("tokenrouter.requests.refused", "Requests that were refused", Tags.of("kind", kind));
    }

    private Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private Timer timer(String name, String description, Tags tags, Duration[] buckets) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    private static Duration[] millis(long... values) {
        return Arrays.stream(values).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}
