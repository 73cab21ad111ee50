package io.tokenrouter.app.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.requests.Hop;
import io.tokenrouter.engine.api.GenerationStats;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the spans of generations that ended: one of the whole, and below it the wait for a place, the reading of the prompt, and each
 * visit at a model. None has a word of prompt or answer. Used by one thread.
 */
final class GenerationSpans {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final String SERVICE = "tokenrouter";

    private final FinishedSpans finished = new FinishedSpans();
    private final TraceIds ids = new TraceIds();
    private final Tracer tracer;

    GenerationSpans() {
        this.tracer = SdkTracerProvider.builder()
                .setResource(Resource.getDefault().toBuilder()
                        .put("service.name", SERVICE)
                        .build())
                .setIdGenerator(ids)
                .addSpanProcessor(finished)
                .build()
                .get(SERVICE);
    }

    /** The spans of all of them; none for one whose client began a trace that is not to be recorded. */
    List<SpanData> of(List<EndedGeneration> generations) {
        generations.forEach(this::make);
        return finished.take();
    }

    private void make(EndedGeneration ended) {
        GenerationRecord record = ended.record();
        GenerationStats stats = record.stats();
        Instant at = ended.at();
        ids.prepare(record.requestId());
        Span root = tracer.spanBuilder(operation(record) + " " + record.target())
                .setParent(parent(ended.traceparent()))
                .setSpanKind(SpanKind.SERVER)
                .setStartTimestamp(at)
                .setAllAttributes(asked(ended))
                .setAllAttributes(came(ended))
                .startSpan();
        if (record.errorKind() != null) {
            root.setAttribute(Keys.ERROR_TYPE, record.errorKind());
            root.setStatus(StatusCode.ERROR);
        }
        Context below = Context.root().with(root);
        if (stats.queuedNanos() > 0) {
            span("queue", below, at, 0, stats.queuedNanos(), Attributes.empty());
        }
        if (stats.firstTokenNanos() > 0) {
            span("prefill", below, at, stats.queuedNanos(), stats.firstTokenNanos(), read(stats));
        }
        for (Hop hop : ended.route().hops()) {
            span("hop " + hop.model(), below, at, nanos(hop.started()), nanos(hop.ended()), of(hop));
        }
        root.end(at.plusNanos(stats.totalNanos()));
    }

    private void span(String name, Context parent, Instant at, long from, long to, Attributes attributes) {
        tracer.spanBuilder(name)
                .setParent(parent)
                .setStartTimestamp(at.plusNanos(from))
                .setAllAttributes(attributes)
                .startSpan()
                .end(at.plusNanos(to));
    }

    private static String operation(GenerationRecord record) {
        return record.requestId().startsWith("cmpl-") ? "text_completion" : "chat";
    }

    private static Attributes asked(EndedGeneration ended) {
        GenerationRecord record = ended.record();
        return Attributes.builder()
                .put(Keys.OPERATION, operation(record))
                .put(Keys.PROVIDER, SERVICE)
                .put(Keys.REQUEST_MODEL, record.target())
                .put(Keys.MAX_TOKENS, (long) ended.maxTokens())
                .put(Keys.TEMPERATURE, (double) ended.sampling().temperature())
                .put(Keys.TOP_P, (double) ended.sampling().topP())
                .put(Keys.SEED, ended.sampling().seed())
                .build();
    }

    private static Attributes came(EndedGeneration ended) {
        GenerationRecord record = ended.record();
        GenerationStats stats = record.stats();
        var attributes = Attributes.builder()
                .put(Keys.RESPONSE_ID, record.requestId())
                .put(Keys.RESPONSE_MODEL, record.target())
                .put(Keys.FINISH_REASONS, List.of(record.outcome()))
                .put(Keys.INPUT_TOKENS, (long) stats.promptTokens())
                .put(Keys.CACHED_TOKENS, (long) stats.cachedPromptTokens())
                .put(Keys.OUTPUT_TOKENS, (long) stats.totalCompletionTokens())
                .put(Keys.SWITCHES, (long) stats.switches())
                .put(Keys.OMITTED_HOPS, (long) ended.route().omittedHops())
                .put(Keys.WRITERS, List.copyOf(stats.completionTokens().keySet()))
                .put(
                        Keys.WRITTEN,
                        stats.completionTokens().values().stream()
                                .map(Integer::longValue)
                                .toList());
        if (record.policyName() != null) {
            attributes.put(Keys.POLICY, record.policyName()).put(Keys.POLICY_VERSION, (long) record.policyVersion());
        }
        return attributes.build();
    }

    private static Attributes read(GenerationStats stats) {
        return Attributes.of(
                Keys.INPUT_TOKENS, (long) stats.promptTokens(), Keys.CACHED_TOKENS, (long) stats.cachedPromptTokens());
    }

    private static Attributes of(Hop hop) {
        return Attributes.builder()
                .put(Keys.REQUEST_MODEL, hop.model())
                .put(Keys.INPUT_TOKENS, (long) hop.read())
                .put(Keys.OUTPUT_TOKENS, (long) hop.wrote())
                .put(Keys.CATCH_UP, (long) hop.caughtUp())
                .put(Keys.UNTAKEN, (long) hop.untaken())
                .put(Keys.STEPS, (long) hop.steps())
                .put(Keys.ROWS, (long) hop.rows())
                .put(Keys.HELD, hop.held())
                .put(Keys.WAITED, hop.waited())
                .build();
    }

    private static Context parent(@Nullable String traceparent) {
        return W3CTraceContextPropagator.getInstance().extract(Context.root(), traceparent, TraceparentGetter.ONLY);
    }

    private static long nanos(double millis) {
        return Math.round(millis * NANOS_PER_MILLI);
    }
}
