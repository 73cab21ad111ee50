package io.tokenrouter.engine.throughput;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Decides which model's step begins. A pure function of the state: no clock, no memory, no allocation. Asked after every end of a
 * step, arrival and passed wait; again after each step that it lets begin, until it names none. It always names one if something
 * waits and nothing runs, so a group under any settings goes on.
 */
public interface StartRule {

    /** No step begins now. */
    int NONE = -1;

    /** No later decision without another event. */
    long NEVER = Long.MAX_VALUE;

    /** The model whose step begins at this instant, on all rows that wait up to its largest batch, or {@link #NONE}. */
    int next(GroupState state);

    /** After which time, above 0, to ask again even if nothing ends or arrives; {@link #NEVER} if that would change nothing. */
    long nanosToNextDecision(GroupState state);

    /**
     * The rule for a group.
     *
     * @param guardNanos for each model, above 0: when a request has waited as long, its model's step is not held any more. Where models
     *     take turns, nothing begins from then on for a request that has waited less; so with steps for all who wait a request of one
     *     of K models has a step after the longer of its guard and the longest step, and K - 1 steps more, at most
     * @throws IllegalArgumentException if the settings do not fit the number of models, or are a shared threshold for a device that
     *     does not run one step at a time
     */
    static StartRule of(
            BatchingSettings settings,
            List<ModelProfile> models,
            RoutingMatrix routing,
            DeviceMode device,
            long[] guardNanos) {
        Group group = new Group(models, routing, device, guardNanos);
        StartRule rule = switch (settings) {
            case BatchingSettings.Greedy ignored ->
                new MinimumBatchRule(
                        group, Collections.nCopies(models.size(), BatchingSettings.MinimumBatch.Rule.AT_ONCE));
            case BatchingSettings.MinimumBatch minimum -> new MinimumBatchRule(group, minimum.models());
            case BatchingSettings.IndexHold hold -> new IndexHoldRule(group, hold.theta());
            case BatchingSettings.SharedThreshold threshold -> new SharedThresholdRule(group, threshold);
        };
        return new OverdueFirst(group, rule);
    }

    /** The rule for a group whose steps are held as long as the settings say, with no guard; for predictions. */
    static StartRule of(BatchingSettings settings, Workload workload) {
        long[] unguarded = new long[workload.models().size()];
        Arrays.fill(unguarded, NEVER);
        return of(settings, workload.models(), workload.routing(), workload.device(), unguarded);
    }
}
