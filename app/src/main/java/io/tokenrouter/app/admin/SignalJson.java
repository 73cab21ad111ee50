package io.tokenrouter.app.admin;

import io.tokenrouter.app.signals.SignalArrays;
import io.tokenrouter.app.signals.SignalRecording;
import io.tokenrouter.app.signals.SignalSample;
import io.tokenrouter.app.signals.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Signals on record as the admin API tells them. */
final class SignalJson {

    private SignalJson() {}

    /** Whether they are kept, and what is. */
    record Recording(double share, long mostBytes, long keptSeconds, String origin, List<Stored> stored) {

        static Recording of(SignalRecording recording, List<Stored> stored) {
            return new Recording(
                    recording.share(),
                    recording.mostBytes(),
                    recording.kept().toSeconds(),
                    recording.version() == 0 ? "default" : "operator",
                    stored);
        }
    }

    /** Newest first. */
    record Sample(String pair, List<Request> requests) {}

    /** One request; lists and texts have an element a position. */
    record Request(
            String requestId,
            Instant endedAt,
            String small,
            String large,
            String algorithm,
            Map<String, Object> options,
            String asked,
            String writers,
            String agreements,
            List<@Nullable Float> entropies,
            List<@Nullable Float> topProbs,
            List<@Nullable Float> margins,
            @Nullable List<@Nullable Float> scores,
            int omitted) {

        static Request of(SignalSample sample) {
            SignalArrays signals = sample.signals();
            return new Request(
                    sample.requestId(),
                    sample.endedAt(),
                    sample.small(),
                    sample.large(),
                    sample.policy().algorithm(),
                    sample.policy().options(),
                    signals.asked(),
                    signals.writers(),
                    signals.agreements(),
                    numbers(signals.entropies()),
                    numbers(signals.topProbs()),
                    numbers(signals.margins()),
                    signals.scores() == null ? null : numbers(signals.scores()),
                    signals.omitted());
        }

        /** JSON has no NaN. */
        private static List<@Nullable Float> numbers(float[] values) {
            List<@Nullable Float> numbers = new ArrayList<>(values.length);
            for (float value : values) {
                numbers.add(Float.isNaN(value) ? null : (Float) value);
            }
            return numbers;
        }
    }
}
