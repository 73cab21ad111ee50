package io.tokenrouter.engine.throughput;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Compares the settings that may suit a workload, and says why one of them is chosen. */
final class SettingsSearch {

    /** From a balance of what is saved and lost towards waiting more rarely; one value is best nearly everywhere. */
    private static final double[] THETAS = {.7, 1, 1.4, 2, 3};

    private final ThroughputModel model;
    private final Workload workload;
    private final Goal goal;
    private final List<BucketTrim> trims;
    private final RoutingSampler sampler;

    /** Tokens per second that the best of those within the bound are sure to reach. */
    private double best;

    private final List<Advice.Candidate> considered = new ArrayList<>();

    SettingsSearch(ThroughputModel model, Workload workload, Goal goal) {
        this.model = model;
        this.workload = workload;
        this.goal = goal;
        this.sampler = new RoutingSampler(workload.routing(), workload.requests());
        this.trims = model.decidedOn(workload).stream()
                .map(m -> BucketTrim.of(m.stepTime(), BucketTrim.NOTICEABLE))
                .toList();
    }

    Advice search() {
        BatchingChoice greedy = BatchingChoice.of(new BatchingSettings.Greedy(), workload);
        Advice.Candidate base = consider(workload, greedy);
        if (workload.requests() > 1 && workload.models().size() > 1) {
            if (!(workload.device() instanceof DeviceMode.OneStepAtATime)) {
                for (double theta : THETAS) {
                    consider(workload, BatchingChoice.of(new BatchingSettings.IndexHold(theta), workload));
                }
            }
            if (!(workload.device() instanceof DeviceMode.Separate)) {
                considerTurns(workload.withDevice(new DeviceMode.OneStepAtATime()));
            }
        }
        if (trims.stream().anyMatch(trim -> trim != BucketTrim.NONE)) {
            for (Advice.Candidate candidate : List.copyOf(considered)) {
                consider(
                        workload.withDevice(candidate.choice().device()),
                        candidate.choice().withTrims(trims));
            }
        }
        return choose(base);
    }

    private Advice.Candidate consider(Workload asked, BatchingChoice choice) {
        Advice.Candidate candidate = model.evaluate(asked, choice, sampler, best);
        considered.add(candidate);
        if (isWithinBound(candidate)) {
            best = Math.max(best, candidate.assuredTokensPerSecond());
        }
        return candidate;
    }

    private void considerTurns(Workload turns) {
        SharedThresholdSearch search = new SharedThresholdSearch(model, turns);
        BatchingSettings.SharedThreshold best = search.best();
        Advice.Candidate candidate = consider(turns, BatchingChoice.of(best, turns));
        if (!isWithinBound(candidate)) {
            int threshold = best.threshold(turns.requests());
            for (int eighths = 7; eighths > 0 && threshold > 1; eighths--) {
                int less = Math.max(1, threshold * eighths / 8);
                consider(turns, BatchingChoice.of(BatchingSettings.SharedThreshold.of(turns.requests(), less), turns));
            }
        }
    }

    private boolean isWithinBound(Advice.Candidate candidate) {
        return candidate.prediction().p99GapNanos() <= goal.mostP99GapNanos();
    }

    private Advice choose(Advice.Candidate base) {
        List<Advice.Candidate> allowed =
                considered.stream().filter(this::isWithinBound).toList();
        if (allowed.isEmpty()) {
            Advice.Candidate quickest = considered.stream()
                    .min(Comparator.comparingDouble(c -> c.prediction().p99GapNanos()))
                    .orElseThrow();
            return advice(
                    quickest,
                    base,
                    "no settings keep the p99 gap below %.1f ms; these come closest with %.1f ms"
                            .formatted(
                                    millis(goal.mostP99GapNanos()),
                                    millis(quickest.prediction().p99GapNanos())));
        }
        Advice.Candidate best = allowed.stream()
                .max(Comparator.comparingDouble(Advice.Candidate::assuredTokensPerSecond))
                .orElseThrow();
        if (!isWithinBound(base)) {
            return advice(
                    best,
                    base,
                    "the most tokens/s of those with a p99 gap below %.1f ms; greedy has %.1f ms"
                            .formatted(
                                    millis(goal.mostP99GapNanos()),
                                    millis(base.prediction().p99GapNanos())));
        }
        double gain = best.assuredTokensPerSecond() / base.assuredTokensPerSecond() - 1;
        if (best == base || gain < goal.leastGain()) {
            return advice(base, base, whyNotToWait(gain));
        }
        return advice(
                best,
                base,
                "%.0f instead of %.0f tokens/s at %d requests (%+.1f %%), p99 gap %.1f instead of %.1f ms%s"
                        .formatted(
                                best.prediction().tokensPerSecond(),
                                base.prediction().tokensPerSecond(),
                                workload.requests(),
                                100
                                        * (best.prediction().tokensPerSecond()
                                                        / base.prediction().tokensPerSecond()
                                                - 1),
                                millis(best.prediction().p99GapNanos()),
                                millis(base.prediction().p99GapNanos()),
                                best.choice().isTrimmed() ? ", with steps cut to sizes that they fill" : ""));
    }

    private String whyNotToWait(double gain) {
        if (workload.requests() == 1) {
            return "one request has nobody to wait for";
        }
        if (workload.models().size() == 1) {
            return "one model has nobody to wait for";
        }
        return gain <= 0
                ? "no hold gains anything at %d requests".formatted(workload.requests())
                : "the best hold gains %.1f %% at %d requests, less than %.1f %%"
                        .formatted(100 * gain, workload.requests(), 100 * goal.leastGain());
    }

    private Advice advice(Advice.Candidate chosen, Advice.Candidate base, String reason) {
        return new Advice(chosen.choice(), chosen.prediction(), base.prediction(), reason, considered);
    }

    private static double millis(double nanos) {
        return nanos / 1e6;
    }
}
