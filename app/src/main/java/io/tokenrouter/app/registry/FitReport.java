package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.VocabularyComparison;
import java.time.Instant;
import java.util.List;

/**
 * Whether two models can write one answer together, and have the memory for it at this moment.
 *
 * @param fits false if one check failed
 * @param reason the failure in one sentence; empty if it fits
 * @param checks in the order in which they are shown
 * @param vocabulary both vocabularies; its rows surround the first difference
 * @param checkedAt when the files were compared
 * @param millis how long that took
 */
public record FitReport(
        boolean fits,
        String reason,
        List<Check> checks,
        VocabularyComparison vocabulary,
        Instant checkedAt,
        long millis) {

    public FitReport {
        checks = List.copyOf(checks);
    }

    /** Whether the models agree, be there memory for them now or not. */
    boolean agrees() {
        return checks.stream()
                .noneMatch(check ->
                        check.verdict() == Verdict.FAILED && !check.name().equals(Fit.MEMORY));
    }

    /** What came of a check. */
    public enum Verdict {
        PASSED,
        /** It fits, and there is something to know. */
        NOTE,
        FAILED
    }

    /**
     * One thing that was compared.
     *
     * @param figure short, such as {@code 512 of 512}
     * @param detail a sentence; empty where the figure says all
     */
    public record Check(String name, Verdict verdict, String figure, String detail) {}
}
