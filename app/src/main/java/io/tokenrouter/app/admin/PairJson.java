package io.tokenrouter.app.admin;

import io.tokenrouter.app.registry.FitReport;
import io.tokenrouter.app.registry.PairStatus;
import io.tokenrouter.engine.catalog.VocabularyComparison;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pair as the admin API tells it.
 *
 * @param roles further models by role
 * @param running requests that are in the engine
 * @param fit null where that was not found out yet
 */
record PairJson(
        String id,
        String state,
        @Nullable String reason,
        String origin,
        String small,
        String large,
        Map<String, String> roles,
        String policy,
        Instant createdAt,
        boolean wanted,
        long version,
        long running,
        @Nullable Fit fit) {

    /** Whether the models fit. */
    record Fit(
            boolean fits,
            String reason,
            List<Check> checks,
            @Nullable Integer firstDifference,
            List<VocabularyComparison.Row> around,
            Instant checkedAt,
            long millis) {

        static Fit of(FitReport fit) {
            return new Fit(
                    fit.fits(),
                    fit.reason(),
                    fit.checks().stream().map(Check::of).toList(),
                    fit.vocabulary().firstDifference().isPresent()
                            ? (Integer) fit.vocabulary().firstDifference().getAsInt()
                            : null,
                    fit.vocabulary().around(),
                    fit.checkedAt(),
                    fit.millis());
        }
    }

    /** One thing that was compared. */
    record Check(String name, String verdict, String figure, String detail) {

        static Check of(FitReport.Check check) {
            return new Check(check.name(), ModelJson.word(check.verdict()), check.figure(), check.detail());
        }
    }

    static PairJson of(PairStatus pair, long running) {
        FitReport fit = pair.fit();
        return new PairJson(
                pair.id(),
                ModelJson.word(pair.state()),
                pair.reason(),
                ModelJson.word(pair.registered().origin()),
                pair.registered().smallModelId(),
                pair.registered().largeModelId(),
                pair.registered().roles(),
                pair.registered().policyName(),
                pair.registered().createdAt(),
                pair.registered().wanted(),
                pair.registered().version(),
                running,
                fit == null ? null : Fit.of(fit));
    }
}
