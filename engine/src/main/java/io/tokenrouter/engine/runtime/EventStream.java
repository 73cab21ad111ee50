package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.TokenSignals;
import io.tokenrouter.engine.api.TokenSignals.Agreement;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.subserver.StepFacts;
import io.tokenrouter.engine.text.StopStringMatcher;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns committed tokens and the end into events of one listener: in order, with exactly one end. */
final class EventStream implements CommitSink {

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final int[] NO_IDS = {};
    private static final float[] NO_LOGPROBS = {};

    private final Target target;
    private final int topLogprobs;
    private final TokenListener listener;
    private final @Nullable SignalReport report;
    private final EndConditions conditions;
    private final Tally tally;
    private final EngineMetrics metrics;
    private final LongSupplier clock;
    private long lastTokenNanos;
    private boolean listenerFailed;
    private boolean ended;

    /** @param report null for a listener that wants no signals */
    EventStream(
            Target target,
            int topLogprobs,
            TokenListener listener,
            @Nullable SignalReport report,
            EndConditions conditions,
            Tally tally,
            EngineMetrics metrics,
            LongSupplier clock) {
        this.target = target;
        this.topLogprobs = topLogprobs;
        this.listener = listener;
        this.report = report;
        this.conditions = conditions;
        this.tally = tally;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public boolean committed(
            int index,
            int id,
            int writer,
            @Nullable Step step,
            @Nullable Step first,
            int other,
            @Nullable Step proposed,
            @Nullable Agreement judged) {
        timed(clock.getAsLong());
        tally.committed(writer);
        float entropy = first == null ? Float.NaN : first.entropy();
        String model = writer == NOBODY ? null : target.modelId(writer);
        if (model != null) {
            target.models().get(writer).counters().wrote();
            metrics.tokenCommitted(target.id(), model, entropy);
        }
        if (report != null) {
            report(report.of(index, writer, step, first, other, proposed, judged));
        }
        if (!listenerFailed) {
            deliver(token(index, id, model, entropy, step, other, proposed));
        }
        return conditions.endsAt(index, id, writer) || listenerFailed;
    }

    private TokenEvent.Token token(
            int index,
            int id,
            @Nullable String model,
            float entropy,
            @Nullable Step step,
            int other,
            @Nullable Step proposed) {
        return new TokenEvent.Token(
                index,
                id,
                model,
                step == null ? Float.NaN : step.logprob(),
                entropy,
                proposed == null
                        ? null
                        : new TokenEvent.Proposed(proposed.token(), target.modelId(other), proposed.entropy()),
                step == null || topLogprobs == 0
                        ? NO_IDS
                        : Arrays.copyOf(step.topIds(), Math.min(topLogprobs, step.topIds().length)),
                step == null || topLogprobs == 0
                        ? NO_LOGPROBS
                        : Arrays.copyOf(step.topLogprobs(), Math.min(topLogprobs, step.topLogprobs().length)));
    }

    /** A model read ids of the generation. */
    void stepped(String model, int start, int count, int caughtUp, StepFacts step) {
        if (listenerFailed) {
            return;
        }
        long submitted = tally.submittedNanos();
        try {
            listener.onStep(new GenerationStep(
                    model,
                    start,
                    count,
                    caughtUp,
                    step.startedNanos() - submitted,
                    step.endedNanos() - submitted,
                    step.heldNanos(),
                    step.rows()));
        } catch (Throwable e) {
            listenerFailed(e);
        }
    }

    private void timed(long nowNanos) {
        if (tally.hasToken()) {
            metrics.nextToken(target.id(), nowNanos - lastTokenNanos);
        } else {
            tally.firstToken(nowNanos);
            metrics.firstToken(target.id(), nowNanos - tally.submittedNanos());
        }
        lastTokenNanos = nowNanos;
    }

    /** The reason of an end condition that was met; null while there is none. */
    @Nullable
    FinishReason metReason() {
        return conditions.reason();
    }

    /** See {@link EndConditions#lookAhead()}. */
    @Nullable
    StopStringMatcher lookAhead() {
        return conditions.lookAhead();
    }

    @Nullable
    String metDetail() {
        return conditions.detail();
    }

    /** True once the listener has thrown: it is told the end and nothing else. */
    boolean listenerFailed() {
        return listenerFailed;
    }

    void finish(FinishReason reason, @Nullable String detail) {
        GenerationStats stats = tally.stats(clock.getAsLong());
        end(new TokenEvent.Finished(reason, detail, stats), reason.name(), stats);
    }

    void fail(EngineException error) {
        GenerationStats stats = statsWhateverTheClockDoes();
        end(new TokenEvent.Failed(error, stats), "FAILED", stats);
    }

    private GenerationStats statsWhateverTheClockDoes() {
        long now;
        try {
            now = clock.getAsLong();
        } catch (Throwable failure) {
            now = tally.submittedNanos();
        }
        return tally.stats(now);
    }

    private void end(TokenEvent last, String outcome, GenerationStats stats) {
        if (ended) {
            throw new IllegalStateException("a second end: " + last);
        }
        ended = true;
        deliver(last);
        metrics.generationFinished(
                target.id(),
                outcome.toLowerCase(Locale.ROOT),
                stats.promptTokens(),
                tally.completionTokens(),
                stats.switches(),
                stats.queuedNanos(),
                stats.firstTokenNanos(),
                stats.totalNanos());
    }

    private void report(TokenSignals signals) {
        if (listenerFailed) {
            return;
        }
        try {
            listener.onSignals(signals);
        } catch (Throwable e) {
            listenerFailed(e);
        }
    }

    private void deliver(TokenEvent event) {
        try {
            listener.onEvent(event);
        } catch (Throwable e) {
            listenerFailed(e);
        }
    }

    private void listenerFailed(Throwable cause) {
        listenerFailed = true;
        LOG.warn("The listener of a generation on {} failed; the generation is cancelled", target.id(), cause);
    }
}
