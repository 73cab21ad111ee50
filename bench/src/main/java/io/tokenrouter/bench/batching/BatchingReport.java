package io.tokenrouter.bench.batching;

import io.tokenrouter.bench.report.BenchReport;
import io.tokenrouter.bench.report.Table;
import java.util.Locale;

/** The tables of this benchmark and the sums under them. */
final class BatchingReport {

    private final Table rows = new Table(
            "executor",
            "device",
            "requests",
            "large_share",
            "workload",
            "predicted_tokens_per_s",
            "measured_tokens_per_s",
            "greedy_tokens_per_s",
            "lockstep_tokens_per_s",
            "one_at_a_time_tokens_per_s",
            "per_user_tokens_per_s",
            "settings");
    private final Table sums = new Table("executor", "predicted", "cases", "mean_error", "worst_error");
    private final PublishedPoints published = new PublishedPoints();

    /** What kind of models was run, and how far predictions were from it. */
    static final class Part {
        private final String executor;
        private final Accuracy tuned = new Accuracy();
        private final Accuracy greedy = new Accuracy();
        private final Accuracy lockstep = new Accuracy();

        /**
         * @param executor as rows name it
         */
        Part(String executor) {
            this.executor = executor;
        }
    }

    /**
     * Adds a row.
     *
     * @param alone tokens/s of one request at a time
     * @param naive the same where contexts are computed again at every switch; NaN if not measured
     * @return it in one line
     */
    String add(
            Part part,
            String device,
            int requests,
            double share,
            String workload,
            Outcome outcome,
            double alone,
            double naive) {
        rows.add(
                part.executor,
                device,
                requests,
                share,
                workload,
                outcome.tuned().predicted(),
                outcome.tuned().measured(),
                outcome.greedy().measured(),
                outcome.lockstep().measured(),
                alone,
                outcome.tuned().measured() / requests,
                outcome.settings());
        part.tuned.add(outcome.tuned());
        part.greedy.add(outcome.greedy());
        part.lockstep.add(outcome.lockstep());
        if (PublishedPoints.has(requests)) {
            published.add(part.executor, device, requests, share, workload, outcome, alone, naive);
        }
        return String.format(
                Locale.ROOT,
                "%s %s, %d requests, share %.2f, %s: predicted %.0f, measured %.0f tokens/s with %s; greedy %.0f, lockstep"
                        + " %.0f, one at a time %.0f",
                part.executor,
                device,
                requests,
                share,
                workload,
                outcome.tuned().predicted(),
                outcome.tuned().measured(),
                outcome.settings(),
                outcome.greedy().measured(),
                outcome.lockstep().measured(),
                alone);
    }

    /** After the last row of a part. */
    void sum(Part part) {
        sum(part, "tuned", part.tuned);
        sum(part, "greedy", part.greedy);
        sum(part, "lockstep", part.lockstep);
    }

    private void sum(Part part, String name, Accuracy accuracy) {
        sums.add(part.executor, name, accuracy.count(), accuracy.mean(), accuracy.worst());
    }

    void addTo(BenchReport report) {
        report.rows(rows).table("published", published.table()).table("prediction_errors", sums);
    }
}
