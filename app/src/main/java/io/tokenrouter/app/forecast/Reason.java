package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.throughput.Workload;

/** Why settings suit a workload: a sentence with its figures. */
final class Reason {

    private Reason() {}

    /**
     * @param gain of throughput over greedy, as a fraction
     */
    static String of(Workload workload, BatchingSettings settings, double gain) {
        int requests = workload.requests();
        if (requests == 1) {
            return "one request has no company to wait for";
        }
        if (workload.routing().probability(0, 1) == 0) {
            return "the large model is never asked";
        }
        StepTimeCurve small = workload.models().get(0).stepTime();
        StepTimeCurve large = workload.models().get(1).stepTime();
        String cost = "a large step takes " + Numbers.nanos(large.nanos(1)) + " ms for 1 request and "
                + Numbers.nanos(large.nanos(requests)) + " ms for " + requests;
        return switch (settings) {
            case BatchingSettings.Greedy ignored
            when fixedNanos(large) <= small.nanos(1) && isSeparate(workload) ->
                "the fixed cost of a large step, " + Numbers.nanos(fixedNanos(large))
                        + " ms, is not above a small step of " + Numbers.nanos(small.nanos(1))
                        + " ms, so waiting cannot pay";
            case BatchingSettings.Greedy ignored -> cost + ": no wait is worth what it costs";
            case BatchingSettings.IndexHold ignored ->
                cost + ": waiting for a small step of " + Numbers.nanos(small.nanos(1))
                        + " ms that is about to end gains " + Numbers.gain(gain);
            case BatchingSettings.SharedThreshold threshold
            when threshold.threshold(requests) == 1 ->
                cost + ": taking turns, the large model first, gains " + Numbers.gain(gain);
            case BatchingSettings.SharedThreshold threshold ->
                cost + ": letting " + threshold.threshold(requests) + " come together gains " + Numbers.gain(gain);
            case BatchingSettings.MinimumBatch ignored -> cost + ": a minimum batch gains " + Numbers.gain(gain);
        };
    }

    /**
     * The same where settings had to keep to a bound.
     *
     * @param p99Millis with the settings
     * @param greedyMillis with greedy
     */
    static String within(double limitMillis, double p99Millis, double greedyMillis) {
        if (p99Millis > limitMillis) {
            return "no settings stay within " + Numbers.millis(limitMillis) + " ms; these come closest";
        }
        return "the most of all settings that stay within " + Numbers.millis(limitMillis) + " ms; greedy has "
                + Numbers.millis(greedyMillis) + " ms";
    }

    /** What a step costs before its first row. */
    private static double fixedNanos(StepTimeCurve curve) {
        return Math.max(0, 2 * curve.nanos(1) - curve.nanos(2));
    }

    private static boolean isSeparate(Workload workload) {
        return workload.device() instanceof DeviceMode.Separate;
    }
}
