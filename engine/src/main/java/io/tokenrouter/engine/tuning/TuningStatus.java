package io.tokenrouter.engine.tuning;

import java.util.List;

/**
 * What a tuner shows of itself.
 *
 * @param schedule in force
 * @param pinned whether an operator has set it
 * @param reason a sentence for people: why this schedule
 * @param requests active, a mean; 0 before there was traffic
 * @param predictedTokensPerSecond committed tokens that the model of the throughput expects; NaN where it was not asked yet
 * @param measuredTokensPerSecond committed tokens of the last seconds in which there was traffic; 0 before
 * @param predictedGapNanos 99th percentile of the time between two tokens of a request; NaN where not known
 * @param adoptions the last changes, oldest first
 */
public record TuningStatus(
        Schedule schedule,
        boolean pinned,
        String reason,
        double requests,
        double predictedTokensPerSecond,
        double measuredTokensPerSecond,
        double predictedGapNanos,
        List<Adoption> adoptions) {

    public TuningStatus {
        adoptions = List.copyOf(adoptions);
    }
}
