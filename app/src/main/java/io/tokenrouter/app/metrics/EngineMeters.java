package io.tokenrouter.app.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.metrics.EngineMetrics;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Counters and histograms of what happens in the engine. Meters are looked up once for each target and model; both are names
 * that an operator registered, never a caller's text, so their number is bounded.
 */
@Component
public class EngineMeters implements EngineMetrics {

    private final MeterMaker make;
    private final Map<String, StepMeters> steps = new ConcurrentHashMap<>();
    private final Map<String, TargetMeters> targets = new ConcurrentHashMap<>();
    private final Map<Writer, Counter> written = new ConcurrentHashMap<>();
    private final Map<Writer, Counter> missing = new ConcurrentHashMap<>();
    private final Map<String, Counter> refused = new ConcurrentHashMap<>();

    EngineMeters(MeterRegistry registry) {
        this.make = new MeterMaker(registry);
        for (EngineException.Kind kind : EngineException.Kind.values()) {
            refused.computeIfAbsent(kind.name().toLowerCase(Locale.ROOT), this::refusedRequests);
        }
    }

    @Override
    public void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {
        steps.computeIfAbsent(model, id -> new StepMeters(make, id)).finished(rows, busyNanos, heldNanos);
    }

    @Override
    public void tokenCommitted(String target, String writer, float entropy) {
        written.computeIfAbsent(new Writer(target, writer), this::writtenTokens).increment();
    }

    @Override
    public void firstToken(String target, long nanos) {
        target(target).firstToken(nanos);
    }

    @Override
    public void nextToken(String target, long nanos) {
        target(target).nextToken(nanos);
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
        target(target)
                .finished(outcome, promptTokens, completionTokens, switches, queuedNanos, firstTokenNanos, totalNanos);
    }

    @Override
    public void answerMissing(String target, String model) {
        missing.computeIfAbsent(new Writer(target, model), this::missingAnswers).increment();
    }

    @Override
    public void refused(String kind) {
        refused.computeIfAbsent(kind, this::refusedRequests).increment();
    }

    private record Writer(String target, String model) {}

    private TargetMeters target(String id) {
        return targets.computeIfAbsent(id, target -> new TargetMeters(make, target));
    }

    private Counter writtenTokens(Writer key) {
        missing.computeIfAbsent(key, this::missingAnswers);
        return make.counter(
                "tokenrouter.generation.tokens",
                "Tokens of answers by the model that wrote them",
                Tags.of("target", key.target(), "model", key.model()));
    }

    private Counter missingAnswers(Writer key) {
        return make.counter(
                "tokenrouter.answers.missing",
                "Times that a generation went on without a model that could not answer it",
                Tags.of("target", key.target(), "model", key.model()));
    }

    private Counter refusedRequests(String kind) {
        return make.counter("tokenrouter.requests.refused", "Requests that were refused", Tags.of("kind", kind));
    }
}
