package io.tokenrouter.app.admin;

import io.tokenrouter.app.calibration.Calibrated;
import io.tokenrouter.app.calibration.CalibrationJob;
import io.tokenrouter.app.calibration.CalibrationQuestion;
import io.tokenrouter.engine.calibrate.Calibration;
import io.tokenrouter.engine.calibrate.Figures;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A calibration as the admin API tells it.
 *
 * @param id null where it was answered at once
 * @param source {@code recorded} or {@code replay}
 * @param state {@code running}, {@code done}, {@code failed} or {@code cancelled}
 * @param progress null where it was answered at once
 */
record CalibrationJson(
        @Nullable String id,
        String pair,
        String source,
        String state,
        @Nullable Instant begunAt,
        @Nullable Progress progress,
        @Nullable Result result,
        @Nullable String error) {

    /** How far a replay is. */
    record Progress(String what, int answered, int of) {}

    /**
     * What was found.
     *
     * @param policyVersion 0 for a built-in algorithm that nobody registered
     * @param option of the algorithm that the threshold is
     * @param options of the policy with the threshold in them
     * @param measured on prompts that were held out; null where none were
     */
    record Result(
            String policy,
            int policyVersion,
            String algorithm,
            String option,
            double threshold,
            Map<String, Object> options,
            Figures predicted,
            @Nullable Figures measured,
            List<Calibration.Trial> trials) {

        static Result of(Calibrated found) {
            Calibration calibration = found.calibration();
            return new Result(
                    found.policy().name(),
                    found.policy().version(),
                    found.proposed().algorithm(),
                    found.option(),
                    calibration.threshold(),
                    found.proposed().options(),
                    calibration.predicted(),
                    calibration.measured(),
                    calibration.trials());
        }
    }

    static CalibrationJson recorded(CalibrationQuestion question, Calibrated found) {
        return new CalibrationJson(null, question.pair(), "recorded", "done", null, null, Result.of(found), null);
    }

    static CalibrationJson of(CalibrationJob job) {
        CalibrationJob.Status status = job.status();
        Calibrated result = status.result();
        return new CalibrationJson(
                job.id(),
                job.question().pair(),
                "replay",
                status.state().name().toLowerCase(Locale.ROOT),
                job.begunAt(),
                new Progress(status.what(), status.answered(), status.of()),
                result == null ? null : Result.of(result),
                status.error());
    }
}
