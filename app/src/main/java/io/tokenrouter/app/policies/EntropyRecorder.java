package io.tokenrouter.app.policies;

import io.tokenrouter.app.serving.GenerationWatch;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps for each pair how unsure its small model was at positions where it was asked first. Only figures, never what was written.
 */
@Component
class EntropyRecorder implements GenerationWatch {

    private final ServingCatalog catalog;
    private final Map<String, Known> byPair = new ConcurrentHashMap<>();

    EntropyRecorder(ServingCatalog catalog) {
        this.catalog = catalog;
    }

    /** @param smallId of the model that it is about; empty for what an earlier start has left */
    private record Known(String smallId, EntropyHistogram histogram) {

        boolean isAbout(String model) {
            return smallId.isEmpty() || smallId.equals(model);
        }
    }

    /** Which positions tell of the small model. */
    private enum AskedFirst {
        ALWAYS,
        WHERE_IT_WROTE,
        UNKNOWN
    }

    @Override
    public TokenListener watch(GenerationRequest request, TokenListener listener) {
        if (!(catalog.find(request.target()).orElse(null) instanceof ServedPair pair)) {
            return listener;
        }
        AskedFirst small = askedFirst(request.policy() == null ? pair.policy().spec() : request.policy());
        if (small == AskedFirst.UNKNOWN) {
            return listener;
        }
        String smallId = pair.smallId();
        EntropyHistogram histogram = byPair.compute(
                        pair.id(),
                        (id, known) -> new Known(
                                smallId,
                                known != null && known.isAbout(smallId) ? known.histogram() : new EntropyHistogram()))
                .histogram();
        return event -> {
            if (event instanceof TokenEvent.Token token
                    && (small == AskedFirst.ALWAYS || smallId.equals(token.writer()))) {
                histogram.add(token.entropy());
            }
            listener.onEvent(event);
        };
    }

    /** Of algorithms that ask the small model by how unsure it is itself, only positions of all kinds together tell the truth. */
    private static AskedFirst askedFirst(PolicySpec policy) {
        return switch (policy.algorithm()) {
            case "uncertainty" ->
                policy.options().getOrDefault("mode", "replace").equals("replace")
                                && isOne(policy.options().get("minStay"))
                        ? AskedFirst.ALWAYS
                        : AskedFirst.UNKNOWN;
            case "momentum" -> AskedFirst.ALWAYS;
            case "random", "fixed" -> AskedFirst.WHERE_IT_WROTE;
            default -> AskedFirst.UNKNOWN;
        };
    }

    private static boolean isOne(@Nullable Object option) {
        return option == null || (option instanceof Number number && number.doubleValue() == 1);
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
