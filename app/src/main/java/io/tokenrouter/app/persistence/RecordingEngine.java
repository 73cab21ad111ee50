package io.tokenrouter.app.persistence;

import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationObserver.Followed;
import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.CallerEngines;
import io.tokenrouter.app.serving.CallerRequest;
import io.tokenrouter.app.serving.GenerationWatch;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.TokenSignals;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The engine, with a record kept of every generation that ends, and of whoever asked for it. */
public final class RecordingEngine implements GenerationEngine, CallerEngines {

    private final GenerationEngine engine;
    private final ServingCatalog catalog;
    private final RecordWriter records;
    private final GenerationWatch watch;
    private final GenerationObserver observer;
    private final Clock clock;

    RecordingEngine(
            GenerationEngine engine,
            ServingCatalog catalog,
            RecordWriter records,
            GenerationWatch watch,
            GenerationObserver observer,
            Clock clock) {
        this.engine = engine;
        this.watch = watch;
        this.observer = observer;
        this.catalog = catalog;
        this.records = records;
        this.clock = clock;
    }

    /** A request of its own, of nobody. */
    @Override
    public GenerationHandle submit(GenerationRequest request, TokenListener listener) {
        return forRequestOf(UnlimitedCaller.ANONYMOUS, CallerRequest.NONE).submit(request, listener);
    }

    @Override
    public EngineSnapshot snapshot() {
        return engine.snapshot();
    }

    @Override
    public GenerationEngine forRequestOf(Caller caller, CallerRequest origin) {
        RequestUsage usage = new RequestUsage(caller.account());
        return new GenerationEngine() {
            @Override
            public GenerationHandle submit(GenerationRequest request, TokenListener listener) {
                return recorded(request, caller, origin, usage, listener);
            }

            @Override
            public EngineSnapshot snapshot() {
                return engine.snapshot();
            }
        };
    }

    private GenerationHandle recorded(
            GenerationRequest request,
            Caller caller,
            CallerRequest origin,
            RequestUsage usage,
            TokenListener listener) {
        PolicyName policy = policyOf(request);
        Begun begun = new Begun(
                UUID.randomUUID(),
                request,
                caller,
                policy.name(),
                policy.version(),
                clock.instant(),
                origin.traceparent());
        Followed followed = observer.begins(begun);
        GenerationHandle handle;
        try {
            handle = engine.submit(
                    request, new Recorder(begun, origin.requestId(), usage, followed, watch.watch(request, listener)));
        } catch (RuntimeException | Error refused) {
            followed.refused();
            throw refused;
        }
        followed.admitted(handle);
        return handle;
    }

    /** Tells everybody what the engine tells of one generation. */
    private final class Recorder implements TokenListener {

        private final Begun begun;
        private final @Nullable String httpRequestId;
        private final RequestUsage usage;
        private final Followed followed;
        private final TokenListener listener;

        Recorder(
                Begun begun,
                @Nullable String httpRequestId,
                RequestUsage usage,
                Followed followed,
                TokenListener listener) {
            this.begun = begun;
            this.httpRequestId = httpRequestId;
            this.usage = usage;
            this.followed = followed;
            this.listener = listener;
        }

        @Override
        public boolean wantsSignals() {
            return listener.wantsSignals();
        }

        @Override
        public void onSignals(TokenSignals signals) {
            listener.onSignals(signals);
        }

        @Override
        public void onStep(GenerationStep step) {
            followed.stepped(step);
            listener.onStep(step);
        }

        @Override
        public void onEvent(TokenEvent event) {
            switch (event) {
                case TokenEvent.Token token -> followed.wrote(token);
                case TokenEvent.Finished(var reason, var detail, GenerationStats stats) ->
                    record(stats, reason.name().toLowerCase(Locale.ROOT), null);
                case TokenEvent.Failed(EngineException error, GenerationStats stats) ->
                    record(stats, "failed", error.kind().name().toLowerCase(Locale.ROOT));
            }
            listener.onEvent(event);
        }

        private void record(GenerationStats stats, String outcome, @Nullable String errorKind) {
            UsageShare share = usage.of(begun.request(), stats);
            begun.caller().used((long) share.promptTokens() + stats.totalCompletionTokens());
            GenerationRecord ended = new GenerationRecord(
                    begun.id(),
                    begun.request().id(),
                    httpRequestId,
                    begun.request().target(),
                    share,
                    begun.policyName(),
                    begun.policyVersion(),
                    stats,
                    outcome,
                    errorKind,
                    clock.instant().truncatedTo(ChronoUnit.MICROS));
            records.record(ended);
            followed.ended(ended);
        }
    }

    private record PolicyName(@Nullable String name, int version) {}

    /**
     * The pair's own policy also where the request only turned its options; a request that brings another algorithm has the
     * version 0.
     */
    private PolicyName policyOf(GenerationRequest request) {
        PolicySpec override = request.policy();
        if (catalog.find(request.target()).orElse(null) instanceof ServedPair pair) {
            ServedPolicy policy = pair.policy();
            if (override == null || override.algorithm().equals(policy.spec().algorithm())) {
                return new PolicyName(policy.name(), policy.version());
            }
        }
        return new PolicyName(override == null ? null : override.algorithm(), 0);
    }
}
