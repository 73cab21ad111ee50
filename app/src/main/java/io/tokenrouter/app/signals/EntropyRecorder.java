package io.tokenrouter.app.signals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Counts for each pair how unsure its small model was at positions where it was asked first. Safe from any thread. */
@Component
class EntropyRecorder {

    private final Map<String, Known> byPair = new ConcurrentHashMap<>();

    /** @param smallId of the model that it is about; empty for what an earlier start has left */
    private record Known(String smallId, EntropyHistogram histogram) {

        boolean isAbout(String model) {
            return smallId.isEmpty() || smallId.equals(model);
        }
    }

    /** Where to count for a pair with this small model; begun anew where it had another one. */
    EntropyHistogram of(String pairId, String smallId) {
        return byPair.compute(
                        pairId,
                        (id, known) -> new Known(
                                smallId,
                                known != null && known.isAbout(smallId) ? known.histogram() : new EntropyHistogram()))
                .histogram();
    }

    Optional<EntropyHistogram> of(String pairId) {
        return Optional.ofNullable(byPair.get(pairId)).map(Known::histogram);
    }

    Map<String, EntropyHistogram> all() {
        Map<String, EntropyHistogram> all = new HashMap<>();
        byPair.forEach((pair, known) -> all.put(pair, known.histogram()));
        return all;
    }

    /** Takes over what an earlier start counted. */
    void restore(String pairId, List<Long> counts) {
        byPair.computeIfAbsent(pairId, id -> new Known("", new EntropyHistogram()))
                .histogram()
                .add(counts);
    }
}
