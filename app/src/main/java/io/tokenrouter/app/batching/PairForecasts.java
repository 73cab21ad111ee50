package io.tokenrouter.app.batching;

import io.tokenrouter.app.forecast.PairQuestion;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Questions about served pairs, from what was measured of them. Answers from memory; safe from any thread. */
@Component
public class PairForecasts {

    private static final double DEFAULT_SHARE = 0.1;

    private final PairGroups pairs;
    private final BatchingMonitor monitor;

    PairForecasts(PairGroups pairs, BatchingMonitor monitor) {
        this.pairs = pairs;
        this.monitor = monitor;
    }

    /** Id of the pair that was registered first; null where none is served. */
    public @Nullable String first() {
        List<PairGroup> all = pairs.all();
        return all.isEmpty() ? null : all.getFirst().pair().id();
    }

    public boolean knows(String pairId) {
        return pairs.find(pairId).isPresent();
    }

    /**
     * @param pairId of a served pair
     * @param largeShare 0 to 1; the measured one, else a tenth, where it is left out
     * @return empty where the step times are not known yet
     */
    public Optional<PairQuestion> question(String pairId, OptionalDouble largeShare, OptionalDouble p99LimitMillis) {
        Double measured = monitor.seen(pairId).now().largeShare();
        double share = largeShare.orElse(Objects.requireNonNullElse(measured, DEFAULT_SHARE));
        return pairs.find(pairId).flatMap(pair -> MeasuredPair.question(pair, share, p99LimitMillis));
    }
}
