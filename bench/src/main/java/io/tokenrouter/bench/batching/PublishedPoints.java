package io.tokenrouter.bench.batching;

import io.tokenrouter.bench.report.Table;
import java.util.Map;

/** What others published, beside our ratios at the same number of requests. Theirs are from other hardware, models and texts. */
final class PublishedPoints {

    private static final Map<Integer, String> AT = Map.of(
            4, "2.01 to 64.15 x existing systems",
            8, "R2R 2.76 x (134.9 -> 372.5 tokens/s)",
            16, "R2R 3.61 x; elsewhere 18.58 x one R2R request alone, each user 1.13 x");

    private final Table table = new Table(
            "executor",
            "device",
            "requests",
            "large_share",
            "workload",
            "published_for_other_hardware",
            "to_lockstep",
            "to_one_at_a_time",
            "per_user_to_one_at_a_time",
            "to_naive",
            "per_user_to_naive");

    static boolean has(int requests) {
        return AT.containsKey(requests);
    }

    /**
     * Adds a row for a number of requests that {@link #has} a point.
     *
     * @param alone tokens/s of one request at a time
     * @param naive the same where contexts are computed again at every switch; NaN if not measured
     */
    void add(
            String executor,
            String device,
            int requests,
            double share,
            String workload,
            Outcome outcome,
            double alone,
            double naive) {
        double measured = outcome.tuned().measured();
        table.add(
                executor,
                device,
                requests,
                share,
                workload,
                AT.get(requests),
                measured / outcome.lockstep().measured(),
                measured / alone,
                measured / requests / alone,
                measured / naive,
                measured / requests / naive);
    }

    Table table() {
        return table;
    }
}
