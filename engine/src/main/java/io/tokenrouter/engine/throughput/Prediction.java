package io.tokenrouter.engine.throughput;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a workload does under given settings.
 *
 * @param tokensPerSecond rows of all steps, per second; drafts that another model replaces are among them
 * @param perUserTokensPerSecond the same for one request
 * @param meanGapNanos from one token of a request to its next; by Little's law the number of requests by the throughput, whatever the
 *     settings
 * @param p99GapNanos 99 of 100 gaps are at most as long
 * @param meanBatches for each model the rows of a step, 0 for one that is never visited
 * @param busyShares for each model the share of time in which it is in a step
 */
public record Prediction(
        double tokensPerSecond,
        double perUserTokensPerSecond,
        double meanGapNanos,
        double p99GapNanos,
        List<Double> meanBatches,
        List<Double> busyShares) {

    public Prediction {
        meanBatches = List.copyOf(meanBatches);
        busyShares = List.copyOf(busyShares);
    }

    /** What several runs of equal length did, in the mean. */
    static Prediction mean(List<Prediction> runs) {
        return new Prediction(
                mean(runs, Prediction::tokensPerSecond),
                mean(runs, Prediction::perUserTokensPerSecond),
                mean(runs, Prediction::meanGapNanos),
                mean(runs, Prediction::p99GapNanos),
                eachMean(runs, Prediction::meanBatches),
                eachMean(runs, Prediction::busyShares));
    }

    private static double mean(List<Prediction> runs, ToDoubleFunction<Prediction> figure) {
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static List<Double> eachMean(List<Prediction> runs, Function<Prediction, List<Double>> figures) {
        return IntStream.range(0, figures.apply(runs.getFirst()).size())
                .mapToObj(m -> mean(runs, run -> figures.apply(run).get(m)))
                .toList();
    }
}
