package io.tokenrouter.engine.tuning;

import java.time.Duration;

/**
 * How cautiously a group is tuned. Start from {@link #DEFAULTS}.
 *
 * @param period longest time between two looks at the settings while there is traffic and something moves
 * @param leastGain predicted gain over the present settings that a change must promise, 0.01 for 1 %
 * @param confirmations looks in a row that must promise it
 * @param firstSteps steps that each model has to run before anything but greedy is considered
 * @param simulatedSteps length of a prediction; its standard deviation is .1 to .45 % at 20,000
 * @param mostGapNanos settings that predict a higher 99th percentile of the time between two tokens of a request are left out;
 *     infinite for no such bound
 */
public record TuningOptions(
        Duration period, double leastGain, int confirmations, int firstSteps, int simulatedSteps, double mostGapNanos) {

    /** Every 2 s, 1 % twice in a row, after 200 steps of each model, 20,000 simulated steps, no bound. */
    public static final TuningOptions DEFAULTS =
            new TuningOptions(Duration.ofSeconds(2), 0.01, 2, 200, 20_000, Double.POSITIVE_INFINITY);

    public TuningOptions {
        if (period.toMillis() < 1
                || !(leastGain >= 0)
                || confirmations < 1
                || firstSteps < 1
                || simulatedSteps < 100
                || !(mostGapNanos > 0)) {
            throw new IllegalArgumentException("these are no options to tune by: " + period + ", " + leastGain + ", "
                    + confirmations + ", " + firstSteps + ", " + simulatedSteps + ", " + mostGapNanos);
        }
    }

    public TuningOptions withSimulatedSteps(int steps) {
        return new TuningOptions(period, leastGain, confirmations, firstSteps, steps, mostGapNanos);
    }

    public TuningOptions withMostGap(Duration p99) {
        return new TuningOptions(period, leastGain, confirmations, firstSteps, simulatedSteps, p99.toNanos());
    }
}
