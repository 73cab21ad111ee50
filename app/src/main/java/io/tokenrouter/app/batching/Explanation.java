package io.tokenrouter.app.batching;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Locale;

/**
 * What a model of a pair does between its steps, in words with their figures.
 *
 * @param title three words
 * @param why a sentence or two
 * @param rule that decides
 */
record Explanation(String title, String why, String rule) {

    /** Where nothing runs, sentences are about so many requests. */
    private static final int EXAMPLE_REQUESTS = 8;

    static Explanation of(PairGroup pair, boolean isLarge, int requests) {
        int some = requests > 0 ? Math.max(2, requests) : example(pair.settings());
        String cost = cost(pair, isLarge, some);
        return switch (pair.settings()) {
            case BatchingSettings.Greedy ignored ->
                new Explanation(
                        "Starts at once",
                        cost + "It starts as soon as anything waits for it"
                                + (pair.oneStepAtATime() ? " and the device is free." : "."),
                        "never waits for more requests");
            case BatchingSettings.IndexHold ignored -> hold(pair, isLarge, cost);
            case BatchingSettings.SharedThreshold threshold -> threshold(isLarge, cost, share(threshold, requests));
            case MinimumBatch minimum -> minimum(minimum.models().get(isLarge ? 1 : 0), cost);
        };
    }

    private static int example(BatchingSettings settings) {
        return settings instanceof BatchingSettings.SharedThreshold threshold
                ? Math.max(2, threshold.points().getLast().requests())
                : EXAMPLE_REQUESTS;
    }

    private static Explanation hold(PairGroup pair, boolean isLarge, String cost) {
        String other = isLarge ? "small" : "large";
        int otherModel = isLarge ? pair.small() : pair.large();
        String otherStep = pair.isMeasured(otherModel)
                ? " (" + millis(pair.profile(otherModel).stepTime().nanos(1)) + " ms)"
                : "";
        return new Explanation(
                isLarge ? "Waits for company" : "Starts almost at once",
                cost + "It waits for a running " + other + " step" + otherStep
                        + " to end while the requests that come from it are worth more than the wait.",
                "waits for the " + other + " model’s step while that saves more than it costs");
    }

    private static Explanation threshold(boolean isLarge, String cost, String share) {
        return isLarge
                ? new Explanation(
                        "Waits for company",
                        cost + "It lets requests come together: " + share + ".",
                        "runs when " + share + " wait for it, or nobody is left at the small model")
                : new Explanation(
                        "Fills the time",
                        cost + "It runs on all that wait for it until enough have gone to the large model.",
                        "runs while fewer than " + share + " wait for the large model");
    }

    /** A threshold as it was set, and what it comes to at this load: {@code 6 of 16, now 1 of 2}. */
    static String share(BatchingSettings.SharedThreshold threshold, int requests) {
        BatchingSettings.SharedThreshold.Point set = threshold.points().getLast();
        String text = set.threshold() + " of " + set.requests();
        return requests == 0 || requests == set.requests()
                ? text
                : text + ", now " + threshold.threshold(requests) + " of " + requests;
    }

    private static Explanation minimum(MinimumBatch.Rule rule, String cost) {
        if (rule.equals(MinimumBatch.Rule.AT_ONCE)) {
            return new Explanation(
                    "Starts at once", cost + "It starts as soon as anything waits for it.", "never waits");
        }
        String wait =
                rule.maxWaitNanos() == MinimumBatch.NO_LIMIT ? "" : ", or after " + millis(rule.maxWaitNanos()) + " ms";
        return new Explanation(
                "Waits for a batch",
                cost + "An operator set how many requests it waits for.",
                "starts from " + rule.rows() + " requests" + wait);
    }

    private static String cost(PairGroup pair, boolean isLarge, int requests) {
        int model = isLarge ? pair.large() : pair.small();
        if (!pair.isMeasured(model)) {
            return "Its step times are not measured yet. ";
        }
        StepTimeCurve curve = pair.profile(model).stepTime();
        return "A step takes " + millis(curve.nanos(1)) + " ms for 1 request and " + millis(curve.nanos(requests))
                + " ms for " + requests + ". ";
    }

    private static String millis(double nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%.2f" : millis < 100 ? "%.1f" : "%,.0f", millis);
    }
}
