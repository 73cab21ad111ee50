package io.tokenrouter.app.history;

import io.tokenrouter.app.history.ThroughputHistory.Model;
import io.tokenrouter.app.history.ThroughputHistory.ModelSeries;
import io.tokenrouter.app.history.ThroughputHistory.ModelTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Figures of one model out of its spans. */
final class ModelHistory {

    private static final int PER_OCTAVE = 8;

    private ModelHistory() {}

    static Model of(String id, Points<ModelSpan> points) {
        ModelSeries series = new ModelSeries(
                points.series(span -> span.tokens().written() / span.seconds()),
                points.series(ModelHistory::rowsPerStep),
                points.series(ModelHistory::heldMillis),
                points.series(span -> TimeBuckets.quantileMillis(span.steps().times(), 0.5)),
                points.series(span -> span.load().waitingRowSeconds() / span.seconds()),
                points.series(ModelHistory::kvUsage));
        return new Model(id, series, totals(points.sum(ModelSpan::plus).orElseThrow()));
    }

    private static ModelTotals totals(ModelSpan all) {
        return new ModelTotals(
                all.seconds(),
                all.tokens().written(),
                Points.known(all.tokens().written() / all.seconds()),
                all.steps().count(),
                Points.known(rowsPerStep(all)),
                Points.known(TimeBuckets.quantileMillis(all.steps().times(), 0.5)),
                Points.known(heldMillis(all)),
                Points.known(all.steps().busySeconds() / all.seconds()),
                Points.known(kvUsage(all)),
                all.load().mostWaiting(),
                all.tokens().prefill(),
                all.tokens().catchUp(),
                all.tokens().discarded(),
                all.tokens().prefixHits(),
                list(all.steps().byRows().toArray()),
                byOctave(all.steps().held()));
    }

    private static double rowsPerStep(ModelSpan span) {
        return (double) span.steps().rows() / span.steps().count();
    }

    /** Not known of samples that an older server wrote, which has no times with its steps. */
    private static double heldMillis(ModelSpan span) {
        return span.steps().heldSeconds() * 1e3 / span.steps().held().total();
    }

    private static double kvUsage(ModelSpan span) {
        return span.load().usedBlockSeconds() / span.seconds() / span.load().totalBlocks();
    }

    private static List<Long> byOctave(Counts times) {
        long[] buckets = times.toArray();
        List<Long> octaves = new ArrayList<>();
        for (int i = 0; i < buckets.length; i++) {
            int octave = (i + PER_OCTAVE - 1) / PER_OCTAVE;
            while (octaves.size() <= octave) {
                octaves.add(0L);
            }
            octaves.set(octave, octaves.get(octave) + buckets[i]);
        }
        return octaves;
    }

    private static List<Long> list(long[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
