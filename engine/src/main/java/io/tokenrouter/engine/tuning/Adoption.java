package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.time.Instant;
import java.util.List;

/**
 * One change of a group's schedule, and why.
 *
 * @param at when
 * @param models ids of the models whose traffic led to it, the small one first
 * @param from before
 * @param to from now on
 * @param reason a sentence for people
 * @param predictedGain tokens per second with {@code to} over those with {@code from}, less 1
 * @param requests active
 * @param shares where the models' tokens send requests; one row a model, each with sum 1
 * @param curves step times of the models
 */
public record Adoption(
        Instant at,
        List<String> models,
        Schedule from,
        Schedule to,
        String reason,
        double predictedGain,
        int requests,
        List<List<Double>> shares,
        List<StepTimeCurve> curves) {

    public Adoption {
        models = List.copyOf(models);
        shares = shares.stream().map(List::copyOf).toList();
        curves = List.copyOf(curves);
    }
}
