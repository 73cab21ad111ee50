package io.tokenrouter.app.batching;

import io.tokenrouter.ui.PairBatching;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was measured and predicted at each load of a pair since the start. Loads are alike with about as many requests and the
 * same settings. Used by one thread.
 */
final class LoadLog {

    /** A load that lasted for less is not shown: starts and ends of requests would dominate it. */
    static final double LEAST_SECONDS = 10;

    private static final int MOST_LOADS = 64;
    private static final int SHOWN = 12;
    private static final int EXACT_UP_TO = 16;

    private record Load(int requests, String settings) {}

    private static final class Sums {
        double seconds;
        long tokens;
        long large;
        double predictedSeconds;
        double predicted;
    }

    /** Those that were seen least recently come first, and go first. */
    private final Map<Load, Sums> loads = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Load, Sums> eldest) {
            return size() > MOST_LOADS;
        }
    };

    /**
     * Adds an interval, if the load was the same at both of its ends.
     *
     * @param predicted tokens per second for the load; null where they are not known
     */
    void add(LoadMeter.Reading from, LoadMeter.Reading to, String settings, @Nullable Double predicted) {
        int requests = alike(to.requests());
        double seconds = (to.atNanos() - from.atNanos()) / 1e9;
        if (requests == 0 || requests != alike(from.requests()) || seconds <= 0) {
            return;
        }
        Sums sums = loads.computeIfAbsent(new Load(requests, settings), load -> new Sums());
        sums.seconds += seconds;
        sums.tokens += to.tokens() - from.tokens();
        sums.large += to.large() - from.large();
        if (predicted != null) {
            sums.predictedSeconds += seconds;
            sums.predicted += predicted * seconds;
        }
    }

    /** The number itself up to 16, above it three bits of it. */
    static int alike(int requests) {
        if (requests <= EXACT_UP_TO) {
            return requests;
        }
        int unit = Integer.highestOneBit(requests) / 8;
        return (requests + unit / 2) / unit * unit;
    }

    /** Loads that lasted for long enough, the most requests first. */
    List<PairBatching.Load> shown() {
        return loads.entrySet().stream()
                .filter(entry -> entry.getValue().seconds >= LEAST_SECONDS)
                .sorted(Comparator.<Map.Entry<Load, Sums>>comparingDouble(entry -> -entry.getValue().seconds))
                .limit(SHOWN)
                .map(entry -> shown(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt(PairBatching.Load::requests).reversed())
                .toList();
    }

    private static PairBatching.Load shown(Load load, Sums sums) {
        return new PairBatching.Load(
                load.requests(),
                sums.tokens == 0 ? null : (Double) ((double) sums.large / sums.tokens),
                load.settings(),
                sums.predictedSeconds == 0 ? null : (Double) (sums.predicted / sums.predictedSeconds),
                sums.tokens / sums.seconds,
                sums.seconds);
    }
}
