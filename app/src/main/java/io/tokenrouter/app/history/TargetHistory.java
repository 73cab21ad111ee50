package io.tokenrouter.app.history;

import io.tokenrouter.app.history.ThroughputHistory.Percentiles;
import io.tokenrouter.app.history.ThroughputHistory.Target;
import io.tokenrouter.app.history.ThroughputHistory.TargetSeries;
import io.tokenrouter.app.history.ThroughputHistory.TargetTotals;
import io.tokenrouter.app.history.ThroughputHistory.ThreePercentiles;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Figures of one pair or model as callers name it, out of its spans. */
final class TargetHistory {

    private TargetHistory() {}

    /** @param served what it is now; null where it is not served any more */
    static Target of(String id, @Nullable Served served, Points<TargetSpan> points) {
        String small = served instanceof ServedPair pair ? pair.smallId() : null;
        String large = served instanceof ServedPair pair ? pair.largeId() : null;
        TargetSpan all = points.sum(TargetSpan::plus).orElseThrow();
        Map<String, List<@Nullable Double>> tokens = new TreeMap<>();
        TreeSet<String> writers = new TreeSet<>(all.tokens().keySet());
        if (small != null && large != null) {
            writers.addAll(List.of(small, large));
        }
        for (String model : writers) {
            tokens.put(model, points.series(span -> span.tokens().getOrDefault(model, 0L) / span.seconds()));
        }
        TargetSeries series = new TargetSeries(
                tokens,
                points.series(span -> share(span, large)),
                points.series(span -> span.requests().runningSeconds() / span.seconds()),
                points.series(span -> span.requests().waitingSeconds() / span.seconds()),
                percentiles(points, TargetSpan::firstToken),
                percentiles(points, TargetSpan::betweenTokens));
        return new Target(id, small, large, series, totals(all, large));
    }

    private static TargetTotals totals(TargetSpan all, @Nullable String large) {
        return new TargetTotals(
                all.seconds(),
                new TreeMap<>(all.tokens()),
                Points.known(share(all, large)),
                all.requests().promptTokens(),
                all.requests().ended(),
                all.requests().failed(),
                all.requests().cancelled(),
                all.requests().switches(),
                all.requests().mostRunning(),
                all.requests().mostWaiting(),
                three(all.firstToken()),
                three(all.betweenTokens()));
    }

    private static double share(TargetSpan span, @Nullable String large) {
        long sum = span.tokens().values().stream().mapToLong(Long::longValue).sum();
        return large == null ? Double.NaN : (double) span.tokens().getOrDefault(large, 0L) / sum;
    }

    private static Percentiles percentiles(Points<TargetSpan> points, Function<TargetSpan, Counts> times) {
        return new Percentiles(
                points.series(span -> TimeBuckets.quantileMillis(times.apply(span), 0.5)),
                points.series(span -> TimeBuckets.quantileMillis(times.apply(span), 0.95)),
                points.series(span -> TimeBuckets.quantileMillis(times.apply(span), 0.99)));
    }

    private static ThreePercentiles three(Counts times) {
        return new ThreePercentiles(
                Points.known(TimeBuckets.quantileMillis(times, 0.5)),
                Points.known(TimeBuckets.quantileMillis(times, 0.95)),
                Points.known(TimeBuckets.quantileMillis(times, 0.99)));
    }
}
