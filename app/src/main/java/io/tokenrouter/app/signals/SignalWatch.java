package io.tokenrouter.app.signals;

import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.app.serving.GenerationWatch;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.TokenSignals;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Listens to the answers of pairs: counts entropies of all, and records the signals of a sample. Never blocks. */
final class SignalWatch implements GenerationWatch {

    private final ServingCatalog catalog;
    private final EntropyRecorder entropies;
    private final RecordingService recording;
    private final RecordedPolicies policies;
    private final RecordBuffer<SignalSample> records;
    private final DoubleSupplier chance;
    private final Clock clock;

    /**
     * @param records samples on their way to the database
     * @param chance evenly spread over [0, 1); safe from any thread
     */
    SignalWatch(
            ServingCatalog catalog,
            EntropyRecorder entropies,
            RecordingService recording,
            RecordedPolicies policies,
            RecordBuffer<SignalSample> records,
            DoubleSupplier chance,
            Clock clock) {
        this.catalog = catalog;
        this.entropies = entropies;
        this.recording = recording;
        this.policies = policies;
        this.records = records;
        this.chance = chance;
        this.clock = clock;
    }

    @Override
    public TokenListener watch(GenerationRequest request, TokenListener listener) {
        if (!(catalog.find(request.target()).orElse(null) instanceof ServedPair pair)) {
            return listener;
        }
        PolicySpec policy = request.policy() == null ? pair.policy().spec() : request.policy();
        AskedFirst small = AskedFirst.of(policy);
        SignalTape tape = isSampled() ? new SignalTape(pair.smallId(), pair.largeId()) : null;
        if (small == AskedFirst.UNKNOWN && tape == null) {
            return listener;
        }
        return new Watched(request.id(), pair, policy, small, tape, listener);
    }

    private boolean isSampled() {
        double share = recording.current().share();
        return share > 0 && chance.getAsDouble() < share;
    }

    /** One answer. */
    private final class Watched implements TokenListener {

        private final String requestId;
        private final ServedPair pair;
        private final PolicySpec policy;
        private final AskedFirst small;
        private final EntropyHistogram histogram;
        private final @Nullable SignalTape tape;
        private final TokenListener listener;

        Watched(
                String requestId,
                ServedPair pair,
                PolicySpec policy,
                AskedFirst small,
                @Nullable SignalTape tape,
                TokenListener listener) {
            this.requestId = requestId;
            this.pair = pair;
            this.policy = policy;
            this.small = small;
            this.histogram = entropies.of(pair.id(), pair.smallId());
            this.tape = tape;
            this.listener = listener;
        }

        @Override
        public boolean wantsSignals() {
            return tape != null || listener.wantsSignals();
        }

        @Override
        public void onSignals(TokenSignals signals) {
            if (tape != null) {
                tape.add(signals);
            }
            listener.onSignals(signals);
        }

        @Override
        public void onStep(GenerationStep step) {
            listener.onStep(step);
        }

        @Override
        public void onEvent(TokenEvent event) {
            if (event instanceof TokenEvent.Token token) {
                count(token);
            } else if (tape != null && !tape.isEmpty()) {
                records.add(new SignalSample(
                        requestId,
                        pair.id(),
                        pair.smallId(),
                        pair.largeId(),
                        policies.of(policy),
                        clock.instant().truncatedTo(ChronoUnit.MICROS),
                        tape.arrays()));
            }
            listener.onEvent(event);
        }

        private void count(TokenEvent.Token token) {
            boolean tells = small == AskedFirst.ALWAYS
                    || (small == AskedFirst.WHERE_IT_WROTE && pair.smallId().equals(token.writer()));
            if (tells) {
                histogram.add(token.entropy());
            }
        }
    }
}
